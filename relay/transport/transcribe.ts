import type { RawData, WebSocket } from 'ws';
import type { Output } from '../../shared/api/operations.ts';
import { invalidInput } from '../../shared/contract/invalid.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { redactText } from '../../shared/redaction/redact.ts';
import { transcribeMessage, type TranscribeMessage } from '../../shared/meetings/contract.ts';
import { Hearing } from '../meetings/hearing.ts';
import type { LiveMeetings, Participant } from '../meetings/live-meetings.ts';
import type { SpeechModel } from '../models/speech-model.ts';
import type { Streams } from './streams.ts';

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
/** WebSocket close codes 4000 and up are the application's own. */
const closeCodes = { done: 1000, stopping: 1001, noAccess: 4403 } as const;

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
    close: (refusal) =>
      socket.close(refusal === undefined ? closeCodes.stopping : closeCodes.noAccess),
  });
  socket.on('message', (data, isBinary) => session.receive(data, isBinary));
  socket.on('close', remove);
}

/** One connection. Its messages are handled one after the other, so the text has the order of the speech. */
class TranscriptionSession {
  private readonly hearing: Hearing | undefined;
  private work: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly dependencies: TranscribeDependencies,
    private readonly participant: Participant,
    private readonly socket: WebSocket,
  ) {
    const { speechModel } = dependencies;
    this.hearing = speechModel && new Hearing(speechModel);
  }

  receive(data: RawData, isBinary: boolean): void {
    this.waiting += 1;
    if (this.waiting >= maxWaiting) this.socket.pause();
    this.work = this.work
      .then(() => (isBinary ? this.transcribe(bytesOf(data)) : this.handleMessage(bytesOf(data))))
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.next());
  }

  private next(): void {
    this.waiting -= 1;
    if (this.socket.isPaused && this.waiting < maxWaiting) this.socket.resume();
  }

  private async transcribe(piece: Buffer): Promise<void> {
    if (this.hearing === undefined) return this.refuse(noSpeechModel);
    const closed = await this.dependencies.meetings.closed(this.participant);
    if (closed !== undefined) return this.refuse(closed);
    const text = await this.hearing.hear(piece);
    if (isRefusal(text)) return this.refuse(text);
    if (text !== '') await this.keep(text);
  }

  private async handleMessage(data: Buffer): Promise<void> {
    const message = messageIn(data);
    if (isRefusal(message)) return this.refuse(message);
    if (message.type === 'stop') return this.stop();
    const { speaker, text } = message;
    await this.keep(speaker === undefined ? text : `${speaker}: ${text}`);
  }

  /** RED-1: without its secrets. Sent on only when it is stored. */
  private async keep(said: string): Promise<void> {
    const { text, removed } = redactText(said);
    const kept = await this.dependencies.meetings.append(this.participant, text);
    if (isRefusal(kept)) return this.refuse(kept);
    const redacted = removed.map((one) => ({ field: 'text', ...one }));
    this.send({ type: 'transcript_chunk', text, ...(redacted.length > 0 && { redacted }) });
  }

  private async stop(): Promise<void> {
    const outcome = await this.dependencies.meetings.stop(this.participant);
    if (isRefusal(outcome)) return this.refuse(outcome);
    this.send(completed(outcome));
    this.socket.close(closeCodes.done);
  }

  private refuse(refusal: Refusal): void {
    this.send({ type: 'error', ...refusal.toBody() });
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

function messageIn(data: Buffer): TranscribeMessage | Refusal {
  try {
    const given: unknown = JSON.parse(data.toString());
    const parsed = transcribeMessage.safeParse(given);
    return parsed.success ? parsed.data : invalidInput(parsed.error, given);
  } catch {
    return refuse(
      'ValidationError',
      'A message is JSON, such as {"type": "stop"}; audio is binary.',
    );
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
