/** Told while a meeting is recorded. */
export interface Heard {
  onText(text: string): void;
  onProblem(message: string): void;
  /** The meeting is over, or the connection is gone. */
  onEnd(): void;
}

/** A meeting that is being recorded. */
export interface Recording {
  /** Ends the meeting; the relay finds what was decided. */
  stop(): void;
  /** Goes without ending it. */
  leave(): void;
}

/** As the interface gives it. */
const pieceMs = 5_000;

/** Sends what the microphone hears to the relay, a piece every five seconds. Undefined when there is no microphone. */
export async function record(
  url: string,
  key: string,
  heard: Heard,
): Promise<Recording | undefined> {
  const sound = await microphone(heard);
  if (sound === undefined) return undefined;
  const recorder = new MediaRecorder(sound);
  // The key stands among the protocols, since an address would be remembered by the browser.
  const socket = new WebSocket(url, ['coord', key]);
  const end = () => sound.getTracks().forEach((track) => track.stop());
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0 && socket.readyState === WebSocket.OPEN) socket.send(data);
  });
  // The last piece comes before this event.
  recorder.addEventListener('stop', () => {
    end();
    socket.send(JSON.stringify({ type: 'stop' }));
  });
  socket.addEventListener('open', () => recorder.start(pieceMs));
  socket.addEventListener('message', ({ data }) => tell(String(data), heard));
  socket.addEventListener('close', () => {
    end();
    heard.onEnd();
  });
  return { stop: () => recorder.stop(), leave: () => socket.close() };
}

async function microphone({ onProblem }: Heard): Promise<MediaStream | undefined> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    onProblem('There is no microphone that this page may use.');
    return undefined;
  }
}

function tell(data: string, heard: Heard): void {
  const { type, text, message } = JSON.parse(data) as Record<string, string | undefined>;
  if (type === 'transcript_chunk') heard.onText(text ?? '');
  if (type === 'error') heard.onProblem(message ?? '');
}
