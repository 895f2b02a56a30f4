import type { Role } from '../../shared/contract/fields.ts';
import { shownUser } from '../../shared/kernel/display.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { PackageStatus } from '../../shared/work-packages/contract.ts';

/** The fields of a work package that decide whether it may change its status. */
export interface PackageState {
  readonly id: string;
  readonly status: PackageStatus;
  /** A user id; undefined while nobody has claimed it. */
  readonly assignee: string | undefined;
  readonly assigneeName: string;
}

/** Who wants to change it. */
interface PackageActor {
  readonly userId: string;
  readonly role: Role;
}

/** The only status that may follow each. */
const next: Readonly<Record<PackageStatus, PackageStatus | undefined>> = {
  open: 'claimed',
  claimed: 'in_progress',
  in_progress: 'completed',
  completed: undefined,
};

/** PKG-2: whether it can be taken; the Conflict names its state and who has it. */
export function claimPackage(state: PackageState, userId: string): Refusal | undefined {
  return state.status === 'open' ? undefined : noMove(state, 'claimed', userId);
}

/**
 * PKG-1: whether it may change to `status`. Its assignee or an admin may change it. Claiming is another operation, since it also
 * sets the assignee.
 */
export function movePackage(
  state: PackageState,
  status: PackageStatus,
  { userId, role }: PackageActor,
): Refusal | undefined {
  if (status === 'claimed' || next[state.status] !== status) return noMove(state, status, userId);
  if (state.assignee === userId || role !== 'member') return undefined;
  const text = `This work package is with ${shownUser(state.assigneeName)}. ${ofAnother}`;
  return refuse('Forbidden', text, { package_id: state.id });
}

/** What of a package tells which action items are in it. */
interface Worded {
  /** JSON: ids. */
  readonly action_items: string;
  readonly title: string;
  readonly description: string;
}

/**
 * PKG-4: the packages of a meeting that an action item is in. One that is in none by its id is in those that say it, as a language
 * model lets them and earlier versions did.
 */
export function packagesWith<One extends Worded>(
  all: readonly One[],
  { id, action }: { readonly id: string; readonly action: string },
): One[] {
  const own = all.filter((one) => (JSON.parse(one.action_items) as string[]).includes(id));
  if (own.length > 0) return own;
  return all.filter(({ title, description }) => statesAction(`${title}\n${description}`, action));
}

/** Whether a text of a package says what an action item says. */
export function statesAction(text: string, action: string): boolean {
  const words = folded(action);
  return words.length >= minAction && folded(text).includes(words);
}

/** Shorter ones stand in every text. */
const minAction = 6;

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

const ofAnother =
  'Who has it moves it, or an admin: ask them, or claim one that is free (coord packages list --status open).';

function noMove(state: PackageState, to: PackageStatus, userId: string): Refusal {
  const { id, status, assignee, assigneeName } = state;
  const whose = assignee === undefined ? '' : `, with ${shownUser(assigneeName)}`;
  const isOwn = assignee === undefined || assignee === userId;
  const hint = isOwn || status === 'completed' ? advice[status](id) : ofAnother;
  const text = `This work package is ${status}${whose}; it cannot become ${to}. ${hint}`;
  return refuse('Conflict', text, { package_id: id, status, ...(assignee && { assignee }) });
}

const advice: Readonly<Record<PackageStatus, (id: string) => string>> = {
  open: (id) => `Claim it first: coord packages claim ${id}`,
  claimed: (id) => `Its next state is in_progress: coord packages start ${id}`,
  in_progress: (id) => `Its next state is completed: coord packages complete ${id}`,
  completed: () => 'It stays so.',
};

/** Words that every meeting is full of, and deeds that say nothing of what is done. */
const common = new Set(
  `a about add after again all also an and any are as at be been before but by can change check could create decide decided did do
  does done each every fix for from get go going had has have he her him his how i if in into is it its just let lets look make
  more must my need needs new next no not now of off on one only or other our out over own put review same she should so some start
  take than that the their them then there these they this those to today tomorrow too until up update us use very was we week
  were what when where which who will with work would write you your`.split(/\s+/),
);

/** A word as people bend it is the same word. */
function stem(word: string): string {
  return word.replace(/(?<=\p{L}{3})(?:ies|ing|ed|es|s|e|y)$/u, '');
}

/** The words of a text that say what it is about, each once. */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !common.has(word)).map(stem));
}

const leastShared = 2;
const leastShare = 0.7;

/** How much of the shorter text's words the other has, 0 to 1; 0 when that is too little to say the same. */
export function sameness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  if (shared < leastShared) return 0;
  const share = shared / Math.min(one.size, other.size);
  return share >= leastShare ? share : 0;
}
