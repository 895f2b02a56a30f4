import { endsWith, type ConversationKey } from '../../shared/sessions/rules.ts';
import type { Edit } from '../index/text-edits.ts';
import { isSameWriter, mayHaveMade, type Text, type WriteCall } from './expected-write.ts';

interface ReportedChange {
  readonly call: WriteCall;
  readonly atMs: number;
  readonly after: Text;
}

/** The second report of a write follows the first one at once. */
const lifetimeMs = 60_000;
const maxWriters = 4;

/** RSV-15: what the writers of one file have reported last. A client may report one write twice, each time in other words. */
export class ReportedChanges {
  private latest: readonly ReportedChange[] = [];

  get texts(): readonly Text[] {
    return this.latest.map(({ after }) => after);
  }

  /** The call has reported that the file became `after`. */
  note(call: WriteCall, after: Text, atMs: number): void {
    const others = this.latest.filter((one) => !isSameWriter(one.call, call));
    this.latest = [...others, { call, atMs, after }].slice(-maxWriters);
  }

  /** The conversation is over: what it writes later is told for the first time. */
  forget(ended: ConversationKey): void {
    this.latest = this.latest.filter(({ call }) => !endsWith(ended, call.conversation));
  }

  /** Whether the writer has reported what the call says before; `now` is a text of which every change has been reported. */
  has(
    call: WriteCall,
    edits: readonly Edit[] | undefined,
    now: { readonly text: Text; readonly atMs: number },
  ): boolean {
    const last = this.latest.findLast((one) => isSameWriter(one.call, call));
    if (last === undefined || now.atMs - last.atMs >= lifetimeMs) return false;
    // A whole text tells by itself which write it was; others may have written since.
    const isWhole = edits?.at(-1)?.kind === 'write';
    return (isWhole || now.text === last.after) && mayHaveMade({ edits }, last.after);
  }
}
