import { Pause, Play, Square } from 'lucide-preact';
import { useEffect, useState, useRef } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { current } from './current.ts';
import { lasted } from './level.ts';
import type { Phase, Recording } from './recording.ts';
import { lookMs, type Microphone } from './microphone.ts';

interface RecordingProps {
  readonly recording: Recording;
}

/** A recording that goes on: how long, how loud, and what was written down. */
export function NowRecording({ recording }: RecordingProps) {
  const phase = recording.phase.value;
  return (
    <div class="recording" data-of-this-tab>
      <div class="recording-head" data-phase={phase}>
        <span class="recording-state">
          <span class="recording-dot" aria-hidden="true" />
          {words[phase]}
        </span>
        <Elapsed recording={recording} />
        <Meter microphone={recording.microphone} />
        <Controls recording={recording} phase={phase} />
      </div>
      <Notices recording={recording} />
      <RunningText recording={recording} />
    </div>
  );
}

const words: Readonly<Record<Phase, string>> = {
  recording: 'Recording',
  paused: 'Paused',
  stopping: 'Reading what was said',
  over: 'Ended',
};

function Elapsed({ recording }: RecordingProps) {
  const [ms, setMs] = useState(recording.lastedMs);
  useEffect(() => {
    const counting = setInterval(() => setMs(recording.lastedMs), 250);
    return () => clearInterval(counting);
  }, [recording]);
  return (
    <span class="recording-time numbers" role="timer" aria-label="Recorded">
      {lasted(ms)}
    </span>
  );
}

function Controls({ recording, phase }: RecordingProps & { readonly phase: Phase }) {
  const isDone = phase === 'stopping' || phase === 'over';
  return (
    <span class="recording-controls">
      {phase === 'paused' ? (
        <Button onClick={() => recording.resume()}>
          <Play size={14} aria-hidden /> Go on
        </Button>
      ) : (
        <Button disabled={isDone} onClick={() => recording.pause()}>
          <Pause size={14} aria-hidden /> Pause
        </Button>
      )}
      <Button kind="primary" disabled={isDone} onClick={() => recording.stop()}>
        <Square size={13} aria-hidden /> Stop and find what was decided
      </Button>
    </span>
  );
}

/** One line, whose room is always there. */
function Notices({ recording }: RecordingProps) {
  const { href } = usePlace();
  const { problem, isLinked, notice, phase, microphone, options } = recording;
  if (phase.value === 'over')
    return (
      <p class="recording-notice" data-tone="bad" role="alert">
        {asData(problem.value, 300)} What was written down is kept.{' '}
        <Link to={href('meetings', options.meetingId)} onClick={() => (current.value = undefined)}>
          Open the meeting
        </Link>
      </p>
    );
  const [tone, text] = noticeOf({
    isLinked: isLinked.value,
    notice: notice.value,
    isSilent: microphone.isSilent.value && phase.value === 'recording',
    isStopping: phase.value === 'stopping',
    waiting: recording.waiting.value,
  });
  return (
    <p class="recording-notice" data-tone={tone} role="status">
      {text}
    </p>
  );
}

interface Noticed {
  readonly isLinked: boolean;
  readonly notice: string;
  readonly isSilent: boolean;
  readonly isStopping: boolean;
  readonly waiting: number;
}

function noticeOf({ isLinked, notice, isSilent, isStopping, waiting }: Noticed): [string, string] {
  const kept =
    waiting === 0
      ? ''
      : ` ${counted(waiting, 'piece')} of five seconds ${waiting === 1 ? 'waits' : 'wait'} here.`;
  if (!isLinked && isStopping)
    return ['warn', `The relay cannot be reached. The meeting ends when it is back.${kept}`];
  if (!isLinked)
    return [
      'warn',
      `The relay cannot be reached. Recording goes on, and is sent when it is back.${kept}`,
    ];
  if (notice !== '') return ['warn', asData(notice, 300)];
  if (isSilent) return ['warn', 'Nothing is heard. Is this the right microphone, and is it on?'];
  return ['plain', ''];
}

const longest = 4_000;
/** A person who reads further up is left there. */
const nearEndPx = 80;

/** The words as they are written down, the newest at the end. */
function RunningText({ recording }: { readonly recording: Recording }) {
  const place = useRef<HTMLDivElement>(null);
  const said = recording.said.value;
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const last = box.querySelector('p:last-child')?.clientHeight ?? 0;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < nearEndPx + last) box.scrollTop = box.scrollHeight;
  }, [said.length]);
  return (
    <section class="recording-text" aria-labelledby="running-title">
      <h2 id="running-title">What was written down</h2>
      <div
        ref={place}
        class="recording-lines"
        aria-live="polite"
        tabIndex={0}
        role="log"
        aria-labelledby="running-title"
      >
        {said.length === 0 && (
          <p class="quiet">The first words appear about five seconds after they are said.</p>
        )}
        {said.map((text, at) => (
          <p key={at}>{asData(text, longest)}</p>
        ))}
      </div>
    </section>
  );
}

/** The last seconds of the microphone as bars. They are moved without drawing the page again. */
function Meter({ microphone }: { readonly microphone: Microphone }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bars = [...(place.current?.querySelectorAll<HTMLElement>('i') ?? [])];
    const draw = () => {
      bars.forEach((bar, at) => {
        const level = microphone.levels[at] ?? 0;
        bar.style.transform = `scaleY(${Math.max(0.03, level).toFixed(3)})`;
      });
      const percent = String(Math.round(microphone.level.peek() * 100));
      place.current?.setAttribute('aria-valuenow', percent);
    };
    const drawing = setInterval(draw, lookMs);
    return () => clearInterval(drawing);
  }, [microphone]);
  return (
    <div
      ref={place}
      class="meter"
      role="meter"
      aria-label="Level of the microphone"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      {microphone.levels.map((_level, at) => (
        <i key={at} />
      ))}
    </div>
  );
}
