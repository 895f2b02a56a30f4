import { pathKey } from '../../shared/kernel/paths.ts';
import type { Database } from '../store/database.ts';
import { changedPlaces } from './changed-places.ts';
import { expand } from './expand.ts';
import {
  groupWork,
  type MeetingWork,
  filesOfGroups,
  modelReason,
  namedReason,
  type FileSource,
  type ResultPlace,
  partition,
  wordsOf,
  type PackageDraft,
} from './group-work.ts';
import { statesAction } from './rules.ts';

/** A work package before it is stored, with everything that belongs to it. */
export interface PlannedPackage {
  readonly title: string;
  readonly description: string;
  readonly files: readonly FileSource[];
  /** The positions of its decisions, and of its action items, among those of the meeting. */
  readonly decisions: readonly number[];
  readonly actions: readonly number[];
}

/**
 * The work packages of a meeting, out of the drafts that a model or `partition` has made of its decisions: with the action items
 * that belong to them, the files that are named (PKG-3), and those that the symbol graph adds (PKG-5). Other work gets its turn
 * in between.
 */
export async function planPackages(
  { reader }: Pick<Database, 'reader'>,
  workspaceId: string,
  { work, drafts }: { readonly work: MeetingWork; readonly drafts: readonly PackageDraft[] },
): Promise<PlannedPackage[]> {
  const groups = groupWork(work, drafts);
  const named = filesOfGroups(work, groups);
  const [decided, agreed] = await Promise.all([
    changedPlaces(
      reader,
      workspaceId,
      work.decisions.map(({ title, sentence = '', files }) => ({
        text: `${title}\n${sentence}`,
        files,
      })),
    ),
    changedPlaces(
      reader,
      workspaceId,
      work.actions.map(({ action, sentence = '', files }) => ({
        text: `${action}\n${sentence}`,
        files,
      })),
    ),
  ]);
  const changed = { decision: decided, action: agreed };
  const files = await expand(reader, workspaceId, { groups, named, changed });
  return groups.map(({ draft, decisions, actions }, at) => {
    const own = actions.flatMap((place) => work.actions[place] ?? []);
    return {
      ...(draft === undefined ? wordsOf([], own) : withActions(draft, own)),
      files: files[at] ?? [],
      decisions,
      actions,
    };
  });
}

/** A result that is recorded after its meeting, as far as it may change files. */
export interface LateWork {
  readonly kind: ResultPlace['kind'];
  /** Of an action item what is to do. */
  readonly title: string;
  readonly files: readonly string[];
  readonly sentence: string;
}

/** A file that the symbol graph adds to those that are named, and why. */
export type AddedFile = Pick<FileSource, 'file' | 'reason'>;

/** PKG-5: what the symbol graph adds to the files of one such result. */
export async function addedFiles(
  database: Pick<Database, 'reader'>,
  workspaceId: string,
  { kind, title, files, sentence }: LateWork,
): Promise<AddedFile[]> {
  const isDecision = kind === 'decision';
  const decisions = isDecision ? [{ title, rationale: '', files, sentence }] : [];
  const actions = isDecision ? [] : [{ action: title, files, sentence }];
  const [planned] = await planPackages(database, workspaceId, {
    work: { decisions, actions },
    drafts: partition(decisions),
  });
  return (planned?.files ?? []).filter(({ reason }) => reason !== namedReason);
}

/** What a draft says already of an action item is not said again. */
function withActions(
  { title, description }: PackageDraft,
  actions: MeetingWork['actions'],
): Pick<PlannedPackage, 'title' | 'description'> {
  const lines = actions.filter(({ action }) => !statesAction(`${title}\n${description}`, action));
  return { title, description: [description, ...lines.map(({ action }) => action)].join('\n') };
}

/** What is left of a meeting's results, by their places; the keys of files that are kept elsewhere. */
interface Left {
  readonly decisions: readonly number[];
  readonly actions: readonly number[];
  readonly taken: ReadonlySet<string>;
}

/** The packages with the results that are left alone, which have other places then. Those without any are left out. */
export function narrowed(packages: readonly PlannedPackage[], left: Left): PlannedPackage[] {
  const placesOf = (kept: readonly number[], places: readonly number[]) =>
    places.map((at) => kept.indexOf(at)).filter((at) => at !== -1);
  return packages.flatMap((one) => {
    const decisions = placesOf(left.decisions, one.decisions);
    const actions = placesOf(left.actions, one.actions);
    if (decisions.length + actions.length === 0) return [];
    const files = one.files
      .filter(({ file }) => !left.taken.has(pathKey(file)))
      .map((source) => ({
        ...source,
        of: source.of
          .map(({ kind, at }) => ({ kind, at: left[`${kind}s`].indexOf(at) }))
          .filter(({ at }) => at !== -1),
      }))
      .filter(({ reason, of }) => of.length > 0 || reason === modelReason);
    return [{ ...one, decisions, actions, files }];
  });
}
