import type { RawData, WebSocket } from 'ws';
import type { Output } from '../../../shared/api/operations.ts';
import { closeCodes } from '../../../shared/contract/close-codes.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Redaction } from '../../../shared/contract/redactions.ts';
import { redactText } from '../../../shared/redaction/redact.ts';
import type { Listener } from '../../meetings/live/listeners.ts';
import { Hearing } from '../../meetings/live/hearing.ts';
import type { LiveMeetings, Participant } from '../../meetings/live/live-meetings.ts';
import type { SpeechModel } from '../../models/speech-model.ts';
import { closeSocket, type Streams } from './streams.ts';
import { bytesOf, jsonIn, messageIn, pieceIn } from './transcribe-messages.ts';

export interface TranscribeDependencies {
  readonly meetings: LiveMeetings;
  /** Undefined: only text is taken. */
  readonly speechModel: SpeechModel | undefined;
  readonly streams: Streams;
  readonly onError: (error: unknown) => void;
}

export interface TranscribeRequest extends Participant {
  readonly authorization: string;
}

/** Messages that wait for the model; a client that sends faster is paused meanwhile. */
const maxWaiting = 4;

/** Takes the audio or the text of a meeting, answers each piece as text, and at the end what was found in the meeting. */
export function serveTranscribe(
  dependencies: TranscribeDependencies,
  request: TranscribeRequest,
  socket: WebSocket,
): void {
  const { streams } = dependencies;
  const session = new TranscriptionSession(dependencies, request, socket);
  const remove = streams.add({
    authorization: request.authorization,
    workspaceId: request.workspaceId,
    heartbeat: () => socket.ping(),
    close: (refusal) => closeSocket(socket, refusal),
  });
  socket.on('message', (data, isBinary) => session.receive(data, isBinary));
  socket.on('close', () => {
    remove();
    session.leave();
  });
}

/** One connection. Its messages are handled one after the other, so the text has the order of the speech. */
class TranscriptionSession implements Listener {
  private readonly hearing: Hearing | undefined;
  private work: Promise<void>;
  private waiting = 0;
  /** MTG-24: the name of the piece that comes next, or is being handled. */
  private piece = '';
  /** MTG-23: the position of the last piece of text that was told. */
  private told = 0;
  private telling: Promise<void> = Promise.resolve();
  private isComplete = false;
  /** What was removed from the text of this connection, by its position. */
  private readonly removed = new Map<number, readonly Redaction[]>();
  private unfollow = () => {};

  constructor(
    private readonly dependencies: TranscribeDependencies,
    private readonly participant: TranscribeRequest,
    private readonly socket: WebSocket,
  ) {
    const { speechModel } = dependencies;
    this.hearing = speechModel && new Hearing(speechModel);
    this.work = this.follow().catch((error: unknown) => this.fail(error));
  }

  receive(data: RawData, isBinary: boolean): void {
    this.waiting += 1;
    if (this.waiting >= maxWaiting) this.socket.pause();
    this.work = this.work
      .then(() => this.handle(bytesOf(data), isBinary))
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.next());
  }

  /** What was received is still written down. */
  leave(): void {
    this.unfollow();
  }

  catchUp(): Promise<void> {
    this.telling = this.telling
      .then(() => this.tellMore())
      .catch((error: unknown) => this.dependencies.onError(error));
    return this.telling;
  }

  async look(): Promise<void> {
    const outcome = this.isComplete
      ? undefined
      : await this.dependencies.meetings.ended(this.participant);
    await this.catchUp();
    if (outcome !== undefined) this.end(outcome);
  }

  end(outcome: Output<'ingestMeeting'>): void {
    if (this.isComplete) return;
    this.isComplete = true;
    this.send(completed(outcome));
  }

  private async follow(): Promise<void> {
    const { meetings } = this.dependencies;
    this.told = await meetings.newest(this.participant);
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.unfollow = meetings.listeners.add(this.participant.meetingId, this);
    // What came between the two.
    await this.catchUp();
    const outcome = await meetings.ended(this.participant);
    if (outcome === undefined || this.isComplete) return;
    // A stop is still answered.
    this.unfollow();
    this.send(completed(outcome));
  }

  private async tellMore(): Promise<void> {
    if (this.isComplete) return;
    for (const { position, text } of await this.dependencies.meetings.saidAfter(
      this.participant,
      this.told,
    )) {
      this.told = position;
      const redacted = this.removed.get(position);
      this.removed.delete(position);
      if (text !== '')
        this.send({ type: 'transcript_chunk', text, ...(redacted !== undefined && { redacted }) });
    }
  }

  private next(): void {
    this.waiting -= 1;
    if (this.socket.isPaused && this.waiting < maxWaiting) this.socket.resume();
  }

  /** ACC-4: nothing of who may not be here any more, also while they leave the close frame without an answer. */
  private async handle(data: Buffer, isBinary: boolean): Promise<void> {
    const ended = await this.dependencies.streams.endOf(this.participant);
    if (ended !== undefined) return this.cutOff(ended);
    await (isBinary ? this.transcribe(data) : this.handleMessage(data));
  }

  private cutOff(ended: Refusal): void {
    this.refuse(ended);
    closeSocket(this.socket, ended);
  }

  private async transcribe(sound: Buffer): Promise<void> {
    const { meetings } = this.dependencies;
    const closed = await meetings.heard(this.participant);
    if (closed !== undefined) return this.refuse(closed);
    if (this.hearing === undefined) return this.refuse(noSpeechModel);
    const known = await meetings.known(this.participant, this.piece);
    if (known !== undefined) {
      await this.hearing.remember(sound, known);
      return this.kept();
    }
    const text = await this.hearing.hear(sound);
    if (isRefusal(text)) return this.refuse(text);
    await this.keep(text, { isTyped: false });
  }

  private async handleMessage(data: Buffer): Promise<void> {
    const given = jsonIn(data);
    this.piece = pieceIn(given);
    const message = messageIn(given);
    if (isRefusal(message)) return this.refuse(message);
    if (message.type === 'stop') return this.stop();
    if (message.type === 'piece') return;
    const { speaker, text } = message;
    await this.keep(speaker === undefined ? text : `${speaker}: ${text}`, { isTyped: true });
  }

  /** RED-1: without its secrets. Told only when it is stored. */
  private async keep(said: string, { isTyped }: { isTyped: boolean }): Promise<void> {
    const { meetings } = this.dependencies;
    const { text, removed } = redactText(said);
    const position = await meetings.append(this.participant, {
      text,
      piece: this.piece,
      isTyped,
    });
    if (isRefusal(position)) return this.refuse(position);
    if (position !== undefined) {
      const redacted = removed.map((one) => ({ field: 'text', ...one }));
      if (redacted.length > 0) this.removed.set(position, redacted);
      await meetings.listeners.tell(this.participant.meetingId);
      await this.catchUp();
    }
    this.kept();
  }

  private kept(): void {
    if (this.piece !== '') this.send({ type: 'kept', id: this.piece });
    this.piece = '';
  }

  private async stop(): Promise<void> {
    const outcome = await this.dependencies.meetings.stop(this.participant);
    if (isRefusal(outcome)) return this.refuse(outcome);
    await this.catchUp();
    this.end(outcome);
    this.socket.close(closeCodes.done);
  }

  private refuse(refusal: Refusal): void {
    const of = this.piece === '' ? {} : { id: this.piece };
    this.send({ type: 'error', ...of, ...refusal.toBody() });
    this.piece = '';
  }

  private fail(error: unknown): void {
    this.dependencies.onError(error);
    this.refuse(failed);
  }

  private send(message: object): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

const noSpeechModel = refuse(
  'Unavailable',
  'This relay has no speech model, so it cannot transcribe audio. Name one in COORD_SPEECH_COMMAND, or in COORD_SPEECH_URL and COORD_SPEECH_MODEL, or send {"type": "text", "text": ...}.',
);
const failed = refuse('Unavailable', 'The speech model did not answer. Send this piece again.');

function completed({ id, decisions, action_items, work_packages }: Output<'ingestMeeting'>) {
  return { type: 'complete', meeting_id: id, decisions, action_items, work_packages };
}
