import type { Output } from '../../../shared/api/operations.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Call } from '../../kernel/handlers.ts';
import type { Db, MeetingRow } from '../../store/schema.ts';
import { outcomeOf } from '../complete.ts';
import type { MeetingDependencies } from '../extract.ts';
import * as live from '../live-queries.ts';
import { Listeners } from './listeners.ts';
import { MeetingEndings } from './meeting-endings.ts';
import * as queries from '../queries.ts';
import { noSuchMeeting } from '../review.ts';
import { nameFor, otherPiece } from './piece-names.ts';

/** Who takes part in which meeting, over a WebSocket. */
export interface Participant {
  readonly call: Call;
  readonly workspaceId: string;
  readonly meetingId: string;
}

/** What somebody said, and what they call it; '' without a name. */
interface Piece extends live.ChunkToKeep {
  /** The words were sent, and not heard in audio, which may be heard otherwise the second time. */
  readonly isTyped: boolean;
}

/**
 * Meetings that are being recorded. Each piece of text is on disk before other participants see it, so a relay that stops
 * loses none; another connection can continue the meeting, and stop it again when processing was interrupted.
 */
export class LiveMeetings {
  readonly listeners = new Listeners();
  readonly endings: MeetingEndings;

  constructor(private readonly dependencies: MeetingDependencies) {
    this.endings = new MeetingEndings(dependencies, this.listeners);
  }

  /** The meeting, if the caller may take part in it. */
  async join({ call, workspaceId, meetingId }: Participant): Promise<MeetingRow | Refusal> {
    const { database, authorizer } = this.dependencies;
    const scope = await authorizer.enter(call, { id: workspaceId }, 'member');
    if (isRefusal(scope)) return scope;
    const found = await queries.selectMeeting(database.reader, workspaceId, meetingId);
    return found ?? noSuchMeeting();
  }

  /** MTG-22: notes that something was heard, whatever of it can be written down. Conflict: the meeting was stopped (MTG-6). */
  async heard(participant: Participant): Promise<Refusal | undefined> {
    const noted = await this.append(participant, { text: '', piece: '', isTyped: false });
    return isRefusal(noted) ? noted : undefined;
  }

  /** MTG-6: what came of a meeting that is over; undefined of one that is not. */
  async ended(participant: Participant): Promise<Output<'ingestMeeting'> | undefined> {
    const row = await this.join(participant);
    if (isRefusal(row) || row.status !== 'completed') return undefined;
    return outcomeOf(this.dependencies.database.reader, row);
  }

  /** MTG-24: what was written down of a piece that its sender calls so; undefined when it was not. */
  async known({ call, workspaceId, meetingId: id }: Participant, piece: string) {
    if (piece === '') return undefined;
    const { database } = this.dependencies;
    const key = { workspaceId, id };
    return (await live.selectPiece(database.reader, key, nameFor(call, piece)))?.text;
  }

  /**
   * Stores a piece of text, once for each name of a piece; empty text only notes that something was heard. Answers its position;
   * undefined where nothing was added. Conflict: the meeting was stopped (MTG-6), or what was typed has the name of another piece.
   * TooLarge: with it the meeting has more than a transcript may have.
   */
  append(
    { call, workspaceId: id, meetingId }: Participant,
    { text, piece: name, isTyped }: Piece,
  ): Promise<Refusal | number | undefined> {
    const key = { workspaceId: id, id: meetingId };
    return this.dependencies.commandRunner.run(
      call,
      { id },
      'member',
      async ({ connection, nowMs }): Promise<Refusal | number | undefined> => {
        const db = connection.kysely;
        const row = await queries.selectMeeting(db, id, meetingId);
        if (row === undefined) return noSuchMeeting();
        if (row.status !== 'recording') return overRefusal(row);
        await live.updateHeard(db, meetingId, nowMs);
        if (name === '' && text === '') return undefined;
        const piece = nameFor(call, name);
        const earlier = name === '' ? undefined : await live.selectPiece(db, key, piece);
        if (earlier === undefined) return addPiece(db, key, { text, piece });
        return isTyped && earlier.text !== text ? otherPiece(name) : undefined;
      },
    );
  }

  /** MTG-23: the position of the last piece of text; 0 before the first. */
  newest({ workspaceId, meetingId: id }: Participant): Promise<number> {
    return live.newestPosition(this.dependencies.database.reader, { workspaceId, id });
  }

  saidAfter({ workspaceId, meetingId: id }: Participant, position: number) {
    return live.selectChunksAfter(this.dependencies.database.reader, { workspaceId, id }, position);
  }

  /** Ends the meeting and extracts decisions and actions from it. A second stop gets the same answer. */
  async stop(participant: Participant): Promise<Output<'ingestMeeting'> | Refusal> {
    const row = await this.join(participant);
    return isRefusal(row) ? row : this.endings.stop(row, participant.call);
  }
}

async function addPiece(
  db: Db,
  key: live.MeetingKey,
  chunk: live.ChunkToKeep,
): Promise<number | Refusal> {
  const characters = (await live.selectCharacters(db, key)) + chunk.text.length + 1;
  if (characters > limits.transcript) return full;
  await live.updateCharacters(db, key, characters);
  return live.insertChunk(db, key, chunk);
}

const full = refuse(
  'TooLarge',
  `This meeting has the ${limits.transcript.toLocaleString('en')} characters that a transcript may have, so this was not written down. Stop it and begin a new one.`,
);

function overRefusal({ status }: Pick<MeetingRow, 'status'>): Refusal {
  const state = status === 'processing' ? 'was stopped and is being read' : 'is over';
  return refuse('Conflict', `This meeting ${state}: nothing more is taken. Start a new one.`);
}
