import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { record, type Recording } from './record.ts';

interface RecorderProps {
  readonly client: Client;
  readonly secret: string;
  readonly workspaceId: string;
  onChanged(): void;
}

/** Records a meeting with the microphone and shows its words as they are written down. */
export function Recorder({ client, secret, workspaceId: workspace_id, onChanged }: RecorderProps) {
  const [title, setTitle] = useState('');
  const [words, setWords] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const [recording, setRecording] = useState<Recording>();
  const running = useRef<Recording | undefined>(undefined);
  useEffect(() => () => running.current?.leave(), []);
  const begin = async (event: Event) => {
    event.preventDefault();
    setWords([]);
    setProblem('');
    const started = await client.call('startMeeting', { workspace_id, title });
    if (isRefusal(started)) return setProblem(started.message);
    const heard = {
      onText: (text: string) => setWords((known) => [...known, text]),
      onProblem: setProblem,
      onEnd() {
        setRecording(undefined);
        onChanged();
      },
    };
    running.current = await record(started.ws_url, secret, heard);
    setRecording(running.current);
  };
  return (
    <details>
      <summary>Record a meeting</summary>
      <form onSubmit={begin}>
        <label>
          What it is about
          <input
            required
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </label>
        {recording === undefined ? (
          <button>Record</button>
        ) : (
          <button type="button" onClick={() => recording.stop()}>
            Stop and find what was decided
          </button>
        )}
      </form>
      <p role="alert">{problem}</p>
      <ul aria-live="polite">
        {words.map((text, at) => (
          <li key={at}>{asData(text, 2_000)}</li>
        ))}
      </ul>
    </details>
  );
}
