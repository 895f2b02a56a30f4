import { Pause, Play, Square } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/link.tsx';
import { usePlace } from '../../../place/place.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { current } from './current.ts';
import { lasted } from './level.ts';
import { Meter } from './meter.tsx';
import type { Phase, Recording } from './recording.ts';
import { RunningText } from './running-text.tsx';

interface RecordingProps {
  readonly recording: Recording;
}

/** A recording that goes on: how long, how loud, and what was written down. */
export function NowRecording({ recording }: RecordingProps) {
  const phase = recording.phase.value;
  return (
    <div class="record" data-of-this-tab>
      <div class="record-head" data-phase={phase}>
        <span class="record-state">
          <span class="record-dot" aria-hidden="true" />
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
    <span class="record-time numbers" role="timer" aria-label="Recorded">
      {lasted(ms)}
    </span>
  );
}

function Controls({ recording, phase }: RecordingProps & { readonly phase: Phase }) {
  const isDone = phase === 'stopping' || phase === 'over';
  return (
    <span class="record-controls">
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
      <p class="record-notice" data-tone="bad" role="alert">
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
    <p class="record-notice" data-tone={tone} role="status">
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
