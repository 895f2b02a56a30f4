import { openRecording } from '../../../client/recording.ts';
import { refuse, type Refusal } from '../../../../../../shared/kernel/refusal.ts';

/** Ends a meeting that nobody records any more, so that it is read; true when it was. */
export function endMeeting(address: string): Promise<true | Refusal> {
  return new Promise((resolve) => {
    const socket = openRecording(address);
    const done = (answer: true | Refusal) => {
      resolve(answer);
      socket.close();
    };
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'stop' })));
    socket.addEventListener('close', () => done(away));
    socket.addEventListener('message', ({ data }) => {
      const { type, message = '' } = JSON.parse(String(data)) as { type: string; message?: string };
      if (type === 'complete') done(true);
      if (type === 'error') done(refuse('Conflict', message));
    });
  });
}

const away = refuse('Unavailable', 'The relay cannot be reached. Try again in a moment.');
