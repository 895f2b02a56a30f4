import { endsWith, type ConversationKey } from '../../shared/sessions/rules.ts';
import { undoEdits, type Edit } from '../index/text-edits.ts';
import {
  areSame,
  canHave,
  forward,
  isRepeated,
  isSameCall,
  isSameWriter,
  mayBeAwaited,
  mayHaveMade,
  merged,
  pending,
  textOf,
  type Change,
  type Expected,
  type Text,
  type WriteCall,
} from './expected-write.ts';
import { ReportedChanges } from './reported-changes.ts';

/** A permission prompt can take as long. */
const lifetimeMs = 10 * 60_000;
/** A write that is not reported by then was most likely not made. */
const reportWithinMs = 60_000;
/** A change that no hook has reported by then is nobody's. */
const claimWithinMs = 10_000;
const maxExpected = 32;
const maxNoticed = 8;
/** The same question again within this time is about the same write. */
const sameCallMs = 100;

/**
 * One file as its writers have told of it: what it was before the writes that are under way, and how much of what is on disk
 * has been reported. Reads nothing: it is given the text on disk, `now`, with each event.
 */
export class TrackedFile {
  private expected: Expected[] = [];
  /** The newest text of which every change is reported, or nobody's. */
  private settled: { text: Text } | undefined;
  /** What a watcher saw since, one after the other, and no hook has claimed yet. */
  private noticed: { text: Text; atMs: number }[] = [];
  private readonly reported = new ReportedChanges();

  /** The texts that are kept, some of them more than once. */
  get texts(): readonly Text[] {
    const texts = this.expected.flatMap(({ checked, before, seen }) => [
      checked,
      before,
      seen?.before,
      seen?.after,
    ]);
    const noticed = this.noticed.map(({ text }) => text);
    return [this.settled?.text, ...noticed, ...this.reported.texts, ...texts];
  }

  /** Whether the write of this very tool call is expected; of a call without an id, whether it has just been. */
  isAnnounced(call: WriteCall, edits: readonly Edit[] | undefined, nowMs: number): boolean {
    if (call.toolUseId !== undefined)
      return this.expected.some((one) => isSameCall(one.call, call));
    const last = this.expected.at(-1);
    const isRecent = last !== undefined && nowMs - last.atMs < sameCallMs;
    if (!isRecent || edits !== undefined || last.edits !== undefined) return false;
    return isSameWriter(last.call, call);
  }

  /** Whether a hook will report what the file has become: one of the writes that are allowed and not reported can have made it. */
  isExpected({ text, atMs }: { text: Text; atMs: number }): boolean {
    return this.expected.some((one) => atMs - one.atMs < reportWithinMs && mayHaveMade(one, text));
  }

  /** The conversation is over: no hook reports its writes any more. */
  forget(ended: ConversationKey): void {
    this.expected = this.expected.filter(({ call }) => !endsWith(ended, call.conversation));
    this.reported.forget(ended);
  }

  /** The call may write. */
  expect(call: WriteCall, edits: readonly Edit[] | undefined, now: { text: Text; atMs: number }) {
    const { text, atMs } = now;
    this.expected = this.expected
      .filter((one) => atMs - one.atMs < lifetimeMs && !isRepeated(one, call, edits))
      .slice(1 - maxExpected);
    if (this.expected.length === 0) this.settle(text);
    else this.attribute(text);
    this.expected.push({ call, edits, atMs, checked: text, before: text, seen: undefined });
  }

  /** The call has written: what it changed. Undefined when the text before it is not known. */
  written(
    call: WriteCall,
    edits: readonly Edit[] | undefined,
    now: { text: Text; atMs: number },
  ): Change | undefined {
    this.expected = this.expected.filter((one) => now.atMs - one.atMs < lifetimeMs);
    const own = this.take(call, edits);
    if (own === undefined && this.isToldAgain(call, edits, now))
      return { before: now.text, after: now.text, isToldAgain: true };
    const said = edits ?? own?.edits;
    const change =
      this.expected.length === 0
        ? this.soleChange(own, said, now)
        : this.changeAmongOthers(own, said, now);
    if (change !== undefined) {
      this.report(change);
      this.reported.note(call, change.after, now.atMs);
    }
    if (this.expected.length === 0) this.settle(now.text);
    return change;
  }

  /** Whether the write was reported before, and nothing has changed since that nobody has reported. */
  private isToldAgain(
    call: WriteCall,
    edits: readonly Edit[] | undefined,
    now: { text: Text; atMs: number },
  ): boolean {
    const isReported = this.settledAt(now.atMs)?.text === now.text;
    return isReported && this.reported.has(call, edits, now);
  }

  /** What changed without a hook since the newest text that is known of before `sinceMs`. Undefined when none is. */
  unreported(now: { text: Text; atMs: number }, sinceMs: number): Change | undefined {
    this.settleNoticed((atMs) => atMs <= sinceMs);
    const before = this.settledAt(now.atMs);
    const change = before && { before: before.text, after: now.text };
    if (change !== undefined) this.report(change);
    this.settle(now.text);
    return change;
  }

  /** A watcher saw the file change, and nobody is known to have done it. A hook may still claim it. */
  notice(now: { text: Text; atMs: number }): void {
    this.settledAt(now.atMs);
    // What is told of again was there when it was told of first.
    const last = this.noticed.at(-1);
    if ((last !== undefined && last.text === now.text) || this.isExpected(now)) return;
    this.noticed = [...this.noticed, now].slice(-maxNoticed);
  }

  /** What one call has changed is no part of the others' changes. */
  report(change: Change): void {
    for (const one of this.expected) {
      one.before = merged(one.before, change);
      if (one.seen === undefined) continue;
      const { before, after } = one.seen;
      one.seen = { before: merged(before, change), after: merged(after, change) };
    }
    if (this.settled !== undefined) this.settle(merged(this.settled.text, change));
  }

  /** Nobody else writes: whatever the file has become, a formatter's changes too, is this call's. */
  private soleChange(
    own: Expected | undefined,
    said: readonly Edit[] | undefined,
    { text: after, atMs }: { text: Text; atMs: number },
  ): Change | undefined {
    if (own !== undefined && own.before !== after) return { before: own.before, after };
    const last = own === undefined ? this.settledAt(atMs) : { text: own.checked };
    const awaited = said && mayBeAwaited(said, { last, now: after }) && pending(after, said);
    if (awaited) return awaited;
    const undone = said && undoEdits(after, said);
    if (undone !== undefined) return { before: undone, after };
    // It changed nothing, or another call overwrote it before it was reported.
    if (own !== undefined) return (said && forward(own.checked, said)) ?? { before: after, after };
    return last === undefined || last.text === after ? undefined : { before: last.text, after };
  }

  private changeAmongOthers(
    own: Expected | undefined,
    said: readonly Edit[] | undefined,
    { text, atMs }: { text: Text; atMs: number },
  ): Change | undefined {
    const undone = said && undoEdits(text, said);
    if (undone !== undefined) return { before: undone, after: text };
    const known = own ?? this.knownBefore(atMs);
    if (known === undefined) return undefined;
    const carriedOut = said && forward(known.before, said);
    if (carriedOut !== undefined) return carriedOut;
    const { before } = known;
    return own?.seen ?? { before, after: this.withoutOthers(before, text) };
  }

  private knownBefore(nowMs: number): { before: Text } | undefined {
    const settled = this.settledAt(nowMs);
    return settled && { before: settled.text };
  }

  /** The text without what the other calls are known to have written into it since `before`. */
  private withoutOthers(before: Text, text: Text): Text {
    let left = text;
    for (const other of this.expected) {
      const undone = other.edits && undoEdits(left, other.edits);
      if (undone !== undefined && undoEdits(before, other.edits ?? []) === undefined) left = undone;
      else if (other.seen !== undefined && other.before === before)
        left = merged(left, { before: other.seen.after, after: other.seen.before });
    }
    return left;
  }

  /** The file has changed since it was settled: the one call that can have done it has. */
  private attribute(text: Text): void {
    if (this.settled === undefined || this.settled.text === text) return;
    const before = this.settled.text;
    const open = this.expected.filter(({ seen }) => seen === undefined);
    const exact = open.find(({ edits }) => edits && textOf(before, edits)?.text === text);
    const writer = exact ?? (open.length === 1 && canHave(open[0], text) ? open[0] : undefined);
    if (writer === undefined) return;
    writer.seen = { before, after: text };
    this.settle(text);
  }

  private take(call: WriteCall, edits: readonly Edit[] | undefined): Expected | undefined {
    const candidates = this.expected.filter((one) => isSameWriter(one.call, call));
    const own =
      candidates.find((one) => isSameCall(one.call, call)) ??
      candidates.find((one) => areSame(one.edits, edits)) ??
      candidates[0];
    this.expected = this.expected.filter((one) => one !== own);
    return own;
  }

  private settledAt(nowMs: number): { text: Text } | undefined {
    this.settleNoticed((atMs) => nowMs - atMs > claimWithinMs);
    return this.settled;
  }

  /** The newest of those texts is where the file stood then. What was seen after it stays, for it may be somebody's. */
  private settleNoticed(isOver: (atMs: number) => boolean): void {
    const at = this.noticed.findLastIndex(({ atMs }) => isOver(atMs));
    const [over, later] = [this.noticed[at], this.noticed.slice(at + 1)];
    if (over === undefined) return;
    this.settle(over.text);
    this.noticed = later;
  }

  private settle(text: Text): void {
    this.settled = { text };
    this.noticed = [];
  }
}
