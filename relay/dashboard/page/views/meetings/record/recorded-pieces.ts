/** As the interface gives it. */
const pieceMs = 5_000;

/**
 * Records in pieces of five seconds. Each is a file of its own, so that one that was lost on its way can be sent again, over any
 * connection: browsers cut one long file otherwise, of which nothing can be played without its beginning.
 */
export class RecordedPieces {
  private readonly running = new Set<MediaRecorder>();
  private recorder: MediaRecorder | undefined;

  constructor(
    private readonly sound: MediaStream,
    private readonly onPiece: (piece: Blob) => void,
  ) {}

  /** Nothing is recorded, and nothing of it is still to come. */
  get isSilent(): boolean {
    return this.running.size === 0;
  }

  /** Without a microphone nothing begins. */
  begin(): void {
    if (!this.sound.active) return;
    const recorder = new MediaRecorder(this.sound);
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => {
      parts.push(data);
      if (recorder === this.recorder && recorder.state === 'recording') this.begin();
    });
    recorder.addEventListener('stop', () => {
      this.running.delete(recorder);
      this.onPiece(new Blob(parts, { type: recorder.mimeType }));
    });
    this.running.add(recorder);
    recorder.start(pieceMs);
    // Only now, so that no word falls between two.
    this.end();
    this.recorder = recorder;
  }

  /** The piece that is being recorded comes before its time. */
  end(): void {
    if (this.recorder?.state === 'recording') this.recorder.stop();
    this.recorder = undefined;
  }
}
