import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../../shared/contract/limits.ts';
import { isRefusal, refuse, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { sampleRate, toWav } from '../../../../shared/meetings/pcm.ts';
import type { PieceLink } from '../../../../shared/meetings/piece-link.ts';
import { randomText } from '../../../../shared/node/random-ids.ts';
import type { Context, Outcome } from '../../../command-line/context.ts';
import {
  connect,
  relayOf,
  workspaceOf,
  type Connection,
  type ConnectOptions,
} from '../../../connection/connect.ts';
import { count } from '../../../terminal/count.ts';
import { asData, quoted } from '../../../../shared/kernel/display.ts';
import { details } from '../details.ts';
import { Cutter } from './cutter.ts';
import { linkTo } from './link.ts';
import { firstHeard, type Heard } from './heard.ts';
import { elsewhere, noSpeechModel, over } from './refusals.ts';
import { soundOf, type SoundOptions } from './sound.ts';

export interface RecordOptions extends ConnectOptions, SoundOptions {
  readonly title?: string;
  /** Of a meeting that was begun before. */
  readonly meeting?: string;
  readonly participant: readonly string[];
  /** `YYYY-MM-DD` */
  readonly date?: string;
}

interface Place {
  readonly connection: Connection;
  readonly workspaceId: string;
  /** The address of the relay where it is; undefined for one within the daemon. */
  readonly relay: string | undefined;
}

/** `coord meeting record` (MTG-25): sends what a microphone hears to a meeting, and shows the words as they come. */
export async function recordMeeting(context: Context, options: RecordOptions): Promise<Outcome> {
  if ((options.title === undefined) === (options.meeting === undefined))
    return refuse('ValidationError', 'Say --title TITLE, or --meeting ID to go on with one.');
  const sound = await soundOf(context.terminal, options);
  if (isRefusal(sound)) return sound;
  const place = await placeOf(context, options);
  if (isRefusal(place)) return place;
  const heard = await firstHeard(sound, context.terminal.stopRequested());
  if (isRefusal(heard)) return heard;
  const meeting = await meetingOf(place, options);
  if (isRefusal(meeting)) {
    heard.stop();
    return meeting;
  }
  return new Recorder(context, options, { ...place, ...meeting }).run(heard);
}

async function placeOf({ terminal }: Context, options: RecordOptions): Promise<Place | Refusal> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const found = await connection.client.call('getWorkspace', { id: workspace.id });
  if (isRefusal(found)) return found;
  if (found.takes_audio !== true) return noSpeechModel;
  const relay = await relayOf(connection);
  return isRefusal(relay) ? relay : { connection, workspaceId: workspace.id, relay };
}

async function meetingOf({ connection, workspaceId }: Place, options: RecordOptions) {
  const { client } = connection;
  const { title, meeting: meeting_id, participant, date } = options;
  if (meeting_id !== undefined) {
    const known = await client.call('getMeeting', { meeting_id, brief: true });
    if (isRefusal(known)) return known;
    return known.status === 'recording' ? { id: known.id, title: known.title } : over;
  }
  const made = await client.call('startMeeting', {
    workspace_id: workspaceId,
    title: title ?? '',
    participants: [...participant],
    date,
  });
  return isRefusal(made) ? made : { id: made.id, title: title ?? '' };
}

/** What can wait is read no faster than so many pieces are taken: a minute of sound. */
const enoughWaiting = 12;

/** One recording, until its meeting is completed or left. */
class Recorder {
  private readonly name = randomText(10);
  private readonly cutter = new Cutter();
  private readonly link: PieceLink<Uint8Array>;
  private pieces = 0;
  private samples = 0;
  private notKept = 0;
  private waiting = 0;
  private isLinked = false;
  private onRoom: () => void = () => undefined;

  constructor(
    private readonly context: Context,
    private readonly options: RecordOptions,
    private readonly meeting: Place & { readonly id: string; readonly title: string },
  ) {
    const { output } = context;
    this.link = linkTo(() => this.address(), {
      onText: (text) => output.live && output.write(`${asData(text, limits.text)}\n`),
      onLink: (isLinked) => this.linked(isLinked),
      onWaiting: (count) => this.waits(count),
      onProblem: (message) => output.note(`coord: A piece was not written down: ${message}`),
    });
  }

  async run(heard: Heard): Promise<Outcome> {
    const { output } = this.context;
    const { id, title } = this.meeting;
    if (output.live)
      output.note(`Recording ${quoted(title)} (${id}). Ctrl-C ends it and reads what was said.`);
    heard.follow((samples) => this.take(samples));
    const showing = setInterval(() => this.progress('Recording'), 1_000);
    const early = await Promise.race([this.link.over.then((why) => ({ why })), heard.ended]);
    heard.stop();
    const failure = await heard.ended;
    if (isRefusal(failure)) output.note(`coord: ${failure.message}`);
    // What the microphone said last.
    await nextTurn();
    const isOver = early !== undefined && 'why' in early;
    const outcome = isOver ? early.why : await this.end();
    clearInterval(showing);
    output.progress?.('');
    return outcome === 'left' ? this.left() : this.show(outcome);
  }

  /** Resolves when there is room for more. */
  private take(samples: Int16Array): Promise<void> | undefined {
    this.samples += samples.length;
    for (const piece of this.cutter.add(samples)) this.add(piece);
    if (this.waiting < enoughWaiting) return undefined;
    return new Promise((resolve) => (this.onRoom = resolve));
  }

  private waits(count: number): void {
    this.waiting = count;
    if (count < enoughWaiting) this.onRoom();
  }

  private add(piece: Int16Array): void {
    this.pieces += 1;
    const isKept = this.link.add({ id: `${this.name}:${this.pieces}`, sound: toWav(piece) });
    if (isKept) return;
    if (this.notKept === 0)
      this.context.output.note(
        'coord: The relay has been gone for an hour: what is said now is not kept.',
      );
    this.notKept += 1;
  }

  /** Sends what waits and stops the meeting; a second Ctrl-C leaves it. */
  private async end(): Promise<Refusal | undefined | 'left'> {
    const rest = this.cutter.rest();
    if (rest.length > 0) this.add(rest);
    this.link.stop();
    this.progress('Reading what was said');
    const again = this.context.terminal.stopRequested().then(() => 'left' as const);
    const outcome = await Promise.race([this.link.over, again]);
    if (outcome === 'left') this.link.leave();
    return outcome;
  }

  private async show(outcome: Refusal | undefined): Promise<Outcome> {
    const { output } = this.context;
    if (outcome !== undefined && outcome.error !== 'Conflict') return outcome;
    if (outcome !== undefined) output.note(`coord: ${outcome.message}`);
    const { client } = this.meeting.connection;
    const meeting = await client.call('getMeeting', { meeting_id: this.meeting.id });
    if (isRefusal(meeting)) return meeting;
    output.show(meeting, () => details(output, meeting));
    if (this.notKept > 0)
      output.note(
        `coord: ${count(this.notKept, 'piece')} of about five seconds were not kept and are not in the transcript.`,
      );
    return outcome === undefined && this.notKept === 0 ? 0 : 1;
  }

  private left(): Refusal {
    const { id } = this.meeting;
    return refuse(
      'Conflict',
      `The meeting ${id} goes on.${this.notSent()} Go on with: coord meeting record --meeting ${id}. Nobody has to: it ends after ${limits.meetingSilenceMinutes} minutes of silence.`,
    );
  }

  private notSent(): string {
    const { waiting } = this;
    return waiting === 0
      ? ''
      : ` ${count(waiting, 'piece')} of about five seconds did not reach it.`;
  }

  private linked(isLinked: boolean): void {
    const { output } = this.context;
    if (!isLinked)
      output.note('coord: The relay is gone. Recording goes on, and is sent when it is back.');
    else if (this.isLinked) output.note('coord: The relay is back.');
    this.isLinked ||= isLinked;
  }

  private progress(what: string): void {
    const seconds = Math.floor(this.samples / sampleRate);
    const { waiting } = this;
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const behind = waiting < 2 ? '' : ` · ${waiting} pieces wait for the relay`;
    this.context.output.progress?.(`${what} · ${time}${behind}`);
  }

  /** A daemon that was started again has another address and another token, but what is said goes to no other relay. */
  private async address() {
    const connection = await connect(this.context.terminal, this.options);
    if (isRefusal(connection)) return connection;
    const relay = await relayOf(connection);
    if (isRefusal(relay)) return relay;
    if (relay !== this.meeting.relay) {
      const why = elsewhere(this.meeting, this.notSent());
      this.link.leave(why);
      return why;
    }
    const { target, key } = connection;
    const { id, workspaceId } = this.meeting;
    const query = new URLSearchParams({ meeting_id: id, workspace_id: workspaceId });
    const base = target.url.replace(/^http/, 'ws').replace(/\/$/, '');
    return { url: `${base}/ws/transcribe?${query.toString()}`, key };
  }
}
