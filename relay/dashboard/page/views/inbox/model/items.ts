import { grouped } from '../../../../../../shared/kernel/grouped.ts';
import type { ConventionRecord } from '../../../../../../shared/conventions/contract.ts';
import type { DecisionRecord } from '../../../../../../shared/decisions/contract.ts';
import type { GateRun } from '../../../../../../shared/gate/runs.ts';
import type { HeldBranch } from '../../../../../../shared/branches/contract.ts';
import type { UnreviewedResult } from '../../../../../../shared/meetings/review.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { nameOfSymbol } from '../../../../../../shared/kernel/symbol-id.ts';

/** What waits, by kind; also the part of the address that names it. */
export interface Records {
  readonly negotiation: NegotiationRecord;
  readonly gate: GateRuns;
  readonly branch: HeldBranch;
  readonly stale: DecisionRecord;
  readonly decision: DecisionRecord;
  readonly rule: ConventionRecord;
  readonly result: UnreviewedResult;
}

export type Kind = keyof Records;

/** The open runs of one workstream, the newest first: what was tried in it is one thing to look at. */
export interface GateRuns {
  readonly workstream: string;
  readonly runs: readonly [GateRun, ...GateRun[]];
}

/** One line of the list. */
export type Item = { readonly [K in Kind]: ItemOf<K> }[Kind];

export interface ItemOf<K extends Kind> {
  readonly kind: K;
  /** Unique within its kind, and without a slash. */
  readonly id: string;
  readonly title: string;
  /** The people that it is about, or their agents. */
  readonly who: readonly Someone[];
  /** Since when it waits. */
  readonly since: string;
  readonly record: Records[K];
}

interface Someone {
  readonly name: string;
  /** The session, where it is an agent: its colour goes by that. */
  readonly session?: string;
}

export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}/${id}`;
}

/** The newest first. */
export function byAge(a: Item, b: Item): number {
  return Date.parse(b.since) - Date.parse(a.since);
}

export function negotiationItem(record: NegotiationRecord): ItemOf<'negotiation'> {
  const { id, initiator, counterparty, turns, created_at: at } = record;
  const since = turns.at(-1)?.at ?? at;
  return {
    kind: 'negotiation',
    id,
    title: contested(record),
    who: [
      { name: initiator, session: record.initiator_session },
      { name: counterparty, session: record.counterparty_session },
    ],
    since,
    record,
  };
}

/** The names of the symbols, or the file. */
export function contested({ file, symbol_ids: ids }: NegotiationRecord): string {
  if (ids.length === 0) return shownId(file);
  const names = ids.map((id) => shownId(nameOfSymbol(id)) || `${shownId(file)} (top level)`);
  return listed(names, 3);
}

/** `a, b and c`; `a, b, c and 4 more`. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  if (rest > 0) return `${names.slice(0, most).join(', ')} and ${rest} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** One item for each workstream. The runs are the newest first. */
export function gateItems(runs: readonly GateRun[]): ItemOf<'gate'>[] {
  const found = grouped(runs, (run) => run.workstream);
  return [...found].map(([workstream, all]) => ({
    kind: 'gate',
    id: workstream,
    title: `${shownId(workstream)}: ${whatFailed(all[0])}`,
    who: [{ name: all[0].user_name }],
    since: all[0].at,
    record: { workstream, runs: all },
  }));
}

/** `2 tests failed`, `3 test files were not run`; the reason where it was neither. */
export function whatFailed({ failures_total: failed, left_out_total: left, reason }: GateRun) {
  if (failed > 0) return `${failed} ${failed === 1 ? 'test' : 'tests'} failed`;
  if (left > 0) return `${left} test ${left === 1 ? 'file was' : 'files were'} not run`;
  return asData(reason ?? 'did not pass');
}

export function branchItem(record: HeldBranch): ItemOf<'branch'> {
  const { branch, user_name: name, since } = record;
  const title = shownId(branch);
  return { kind: 'branch', id: branchId(record), title, who: [{ name }], since, record };
}

/** Of the largest hash. */
const hashLength = 7;

/**
 * A branch has no id of its own, and its name has slashes. The end names the machine; where that is not said, as in events of a
 * private workstream, the id has only the beginning.
 */
export function branchId(of: Pick<HeldBranch, 'user_id' | 'machine' | 'branch'>): string {
  const { user_id: user, machine, branch } = of;
  return hashOf([user, branch].join('\n')) + (machine === '' ? '' : hashOf(machine));
}

/** Whether both may be the same branch of the same person. */
export function isSameBranch(one: string, other: string): boolean {
  const isMachineUnknown = one.length === hashLength || other.length === hashLength;
  return (
    one === other || (isMachineUnknown && one.slice(0, hashLength) === other.slice(0, hashLength))
  );
}

function hashOf(text: string): string {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return (hash >>> 0).toString(36).padStart(hashLength, '0');
}

export function staleItem(record: DecisionRecord): ItemOf<'stale'> {
  const { id, title, made_by_name: name, stale_since: since, created_at: at } = record;
  return { kind: 'stale', id, title: asData(title), who: [{ name }], since: since ?? at, record };
}

export function proposedItem(record: DecisionRecord): ItemOf<'decision'> {
  const { id, title, made_by_name: name, created_at: since } = record;
  return { kind: 'decision', id, title: asData(title), who: [{ name }], since, record };
}

export function ruleItem(record: ConventionRecord): ItemOf<'rule'> {
  const { id, title, proposed_by_name: name, created_at: since } = record;
  return { kind: 'rule', id, title: asData(title), who: [{ name }], since, record };
}

export function resultItem(record: UnreviewedResult): ItemOf<'result'> {
  const { meeting_id: meeting, id, title, assignee, at: since } = record;
  const who = assignee === undefined ? [] : [{ name: assignee }];
  return { kind: 'result', id: `${meeting}.${id}`, title: asData(title), who, since, record };
}

/** What is chosen after `key` and the others in `gone` have gone: the next one below, else the nearest above. */
export function nextAfter(
  items: readonly Item[],
  key: string,
  gone: ReadonlySet<string> = new Set(),
): Item | undefined {
  const at = items.findIndex((item) => keyOf(item) === key);
  const stays = (item: Item) => keyOf(item) !== key && !gone.has(keyOf(item));
  return items.slice(at + 1).find(stays) ?? items.slice(0, Math.max(at, 0)).findLast(stays);
}
