import type { Output } from '../../shared/api/operations.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { leftOut } from '../../shared/meetings/named.ts';
import type { ActionItem } from '../../shared/meetings/results.ts';
import type { Call } from '../kernel/handlers.ts';
import type { Scope } from '../access/authorizer.ts';
import { withdraw } from '../decisions/reaffirm.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { MeetingRow } from '../store/schema.ts';
import { narrowed } from '../work-packages/plan.ts';
import { withdrawPackages } from '../work-packages/follow-review.ts';
import { actionsOf } from './records.ts';
import { storeFound, toColumns, type KeptPlaces, outcomeOf } from './complete.ts';
import { extract, type Extraction, type MeetingDependencies } from './extract.ts';
import {
  keyOf,
  type FoundAction,
  type FoundDecision,
  digestOfReading,
  type GivenReading,
} from './extracted-items.ts';
import { dayOf, momentOfDay } from '../../shared/meetings/meeting-day.ts';
import { isOfNothing, keepNotices } from './keep-notices.ts';
import * as queries from './queries.ts';
import { deleteUnreviewedOf } from './review-queries.ts';
import { noSuchMeeting } from './review.ts';
import { refuseNothing, refuseUnsaid } from './rules.ts';
import { suggestionsOf, waitingSuggestions, type KeptSuggestion } from './suggestions.ts';

interface Taking {
  readonly row: MeetingRow;
  readonly given: GivenReading;
  readonly call: Call;
}

/**
 * MTG-15: a reading replaces what the reader before had found in the meeting and nobody has reviewed. Conflict: the meeting goes
 * on. ValidationError: nothing of it counts. The same reading again changes nothing and is told to nobody; of one of nothing only the
 * notices stay.
 */
export async function takeReading(
  dependencies: MeetingDependencies,
  { row, given, call }: Taking,
): Promise<Output<'submitReading'> | Refusal> {
  if (row.status !== 'completed') return goesOn();
  const workspace = { id: row.workspace_id };
  if (isOfNothing(given)) {
    const kept = { meetingId: row.id, notices: given.notices ?? [] };
    return dependencies.commandRunner.run(call, workspace, 'member', (transaction, scope) =>
      keepNotices(transaction, scope, kept),
    );
  }
  const digest = digestOfReading(given);
  if (row.read_digest === digest) return outcomeOf(dependencies.database.reader, row);
  const nothing = refuseNothing(given);
  if (nothing !== undefined) return nothing;
  const extraction = await extract(dependencies, {
    workspaceId: row.workspace_id,
    text: row.transcript,
    participants: JSON.parse(row.participants) as string[],
    nowMs: momentOfDay(row.held_on ?? dayOf(row.created_at)),
    given,
  });
  if (isRefusal(extraction)) return extraction;
  const unsaid = refuseUnsaid(given, extraction);
  if (unsaid !== undefined) return unsaid;
  return dependencies.commandRunner.run(call, workspace, 'member', (transaction, scope) =>
    replace(transaction, scope, { meetingId: row.id, extraction, digest }),
  );
}

function goesOn(): Refusal {
  return refuse('Conflict', 'This meeting is not over: stop it first, then hand in the reading.');
}

async function replace(
  transaction: Transaction,
  scope: Scope,
  { meetingId, extraction, digest }: { meetingId: string; extraction: Extraction; digest: string },
): Promise<Output<'submitReading'> | Refusal> {
  const db = transaction.connection.kysely;
  const before = await queries.selectMeeting(db, scope.workspaceId, meetingId);
  if (before === undefined) return noSuchMeeting();
  if (before.read_digest === digest) return outcomeOf(db, before);
  const { kept, replaced } = await clear(transaction, before);
  const left = withoutKept(extraction, kept);
  const columns = toColumns(left);
  const meeting: MeetingRow = {
    ...before,
    method: extraction.method,
    read_digest: digest,
    action_items: joined(kept.actions, columns.action_items),
    suggestions: joined(kept.suggestions, columns.suggestions),
    notices: columns.notices,
    speakers: columns.speakers,
  };
  await queries.updateMeeting(db, { workspaceId: scope.workspaceId, id: meetingId }, meeting);
  await storeFound(transaction, scope, { meeting, extraction: left, kept: kept.places });
  transaction.log.append(scope.workspaceId, {
    type: 'meeting_read',
    meeting: { id: meeting.id, title: meeting.title },
    user: scope.caller.name,
    read_by: extraction.method,
    replaced,
    decisions: left.decisions.length,
    action_items: left.actions.length,
    work_packages: left.packages.length,
  });
  return outcomeOf(db, meeting);
}

function joined(kept: readonly unknown[], column: string): string {
  return JSON.stringify([...kept, ...(JSON.parse(column) as unknown[])]);
}

/** What people have made of an earlier reading. */
interface Kept {
  readonly decisions: readonly queries.DecisionOfMeeting[];
  readonly actions: readonly ActionItem[];
  /** Those that somebody has dropped. */
  readonly suggestions: readonly KeptSuggestion[];
  /** The keys of the files of packages that stay. */
  readonly files: ReadonlySet<string>;
  readonly places: KeptPlaces;
}

/** Takes back what nobody has reviewed. A result stays too while somebody works on a package of it. */
async function clear(
  transaction: Transaction,
  meeting: MeetingRow,
): Promise<{ kept: Kept; replaced: string[] }> {
  const { workspace_id: workspaceId, id: meetingId } = meeting;
  const db = transaction.connection.kysely;
  const key = { workspaceId, meetingId };
  const decisions = await queries.selectDecisionsOfMeeting(db, workspaceId, meetingId);
  const actions = actionsOf(meeting);
  const open = [
    ...decisions.filter(({ review }) => review === 'found'),
    ...actions.filter(({ state }) => state === 'found'),
  ].map(({ id }) => id);
  const packages = await withdrawPackages(transaction, meeting, new Set(open));
  const gone = decisions.filter(({ id }) => packages.withdrawn.has(id));
  for (const one of gone) await withdraw(transaction, one);
  const replaced = gone.map(({ id }) => id);
  await queries.deleteMeetingDecisions(db, key, replaced);
  const waiting = [
    ...actions.filter(({ id }) => packages.withdrawn.has(id)),
    ...waitingSuggestions(meeting),
  ].map(({ id }) => id);
  await deleteUnreviewedOf(db, key, [...replaced, ...waiting]);
  const left = decisions.filter(({ id }) => !packages.withdrawn.has(id));
  const kept: Kept = {
    decisions: left,
    actions: actions.filter(({ id }) => !packages.withdrawn.has(id)),
    suggestions: suggestionsOf(meeting).filter(({ state }) => state === 'dropped'),
    files: new Set(packages.keptFiles.map(pathKey)),
    places: {
      decisions: new Set(left.map(({ position }) => position)),
      packages: packages.count,
    },
  };
  return { kept, replaced };
}

/** Without what people have judged already, in these words or from this sentence; files of packages that stay are theirs (PKG-3). */
function withoutKept(extraction: Extraction, kept: Kept): Extraction {
  const isNew = newFor(kept);
  const places = [...extraction.decisions.keys()].filter((at) => {
    const one = extraction.decisions[at];
    return one && isNew.decision(one);
  });
  const promised = [...extraction.actions.keys()].filter((at) => {
    const one = extraction.actions[at];
    return one && isNew.action(one);
  });
  const left = { decisions: places, actions: promised, taken: kept.files };
  const { suggested } = extraction;
  return {
    ...extraction,
    decisions: places.flatMap((at) => extraction.decisions[at] ?? []),
    actions: promised.flatMap((at) => extraction.actions[at] ?? []),
    suggested: {
      decisions: suggested.decisions.filter(isNew.decision),
      actions: suggested.actions.filter(isNew.action),
    },
    packages: narrowed(extraction.packages, left),
    notices: [...(extraction.notices ?? []), ...leftOut(judgedIn(extraction, isNew), judged)],
  };
}

const judged = 'it was reviewed before, or somebody works on it';

/** What was handed in of it and has been judged already. Only the built-in reader says how sure it is of what it found. */
function judgedIn({ decisions, actions, suggested }: Extraction, isNew: IsNew): string[] {
  const isHandedIn = ({ confidence = 0 }: { confidence?: number }) => confidence === 0;
  const known = [
    ...[...decisions, ...suggested.decisions].filter((one) => !isNew.decision(one)),
    ...[...actions, ...suggested.actions].filter((one) => !isNew.action(one)),
  ];
  return known.filter(isHandedIn).map((one) => ('title' in one ? one.title : one.action));
}

type IsNew = ReturnType<typeof newFor>;

interface Said {
  readonly sentence?: string | undefined;
}

function newFor({ decisions, actions, suggestions }: Kept) {
  const ofKind = (kind: string) => suggestions.filter((one) => one.kind === kind);
  const decided = [...decisions, ...ofKind('decision')];
  const promised = [
    ...actions.map(({ action: title, sentence }) => ({ title, sentence })),
    ...ofKind('action'),
  ];
  const isOther = (known: readonly ({ readonly title: string } & Said)[]) => {
    const titles = new Set(known.map(({ title }) => keyOf(title)));
    const sentences = new Set(known.map(({ sentence }) => sentence ?? '').filter(Boolean));
    return (title: string, { sentence = '' }: Said) =>
      !titles.has(keyOf(title)) && !sentences.has(sentence);
  };
  const [otherDecision, otherAction] = [isOther(decided), isOther(promised)];
  return {
    decision: (one: FoundDecision) => otherDecision(one.title, one),
    action: (one: FoundAction) => otherAction(one.action, one),
  };
}
