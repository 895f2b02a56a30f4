import type { DecisionType } from '../../../shared/decisions/contract.ts';
import type { Client } from '../../../shared/api/client.ts';
import type { Output as Answer } from '../../../shared/api/operations.ts';
import { asData, asExact, quoted } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { isTopLevel } from '../../../shared/kernel/symbol-id.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import { notInIndex } from '../../../shared/symbols/indexed.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { refuseUnknownFile } from '../../command-line/known-files.ts';
import { pathsFromHere } from '../../command-line/paths-from-here.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { linkedLabel } from '../../../shared/feed/sentence.ts';

export interface DecideOptions extends ConnectOptions {
  readonly title: string;
  readonly rationale: string;
  readonly type: DecisionType;
  readonly file: readonly string[];
  readonly supersedes?: string;
  /** Also for files that are not there. */
  readonly force?: boolean;
}

/** `coord decide`: records a decision. */
export async function decide(
  { terminal, output }: Context,
  options: DecideOptions,
): Promise<Outcome> {
  const { title, rationale, type, file, supersedes } = options;
  const files = await pathsFromHere(terminal.directory, file);
  const unknown =
    options.force === true
      ? undefined
      : await refuseUnknownFile({ terminal, options }, files, 'For a file to come: --force');
  if (unknown !== undefined) return unknown;
  // Where no repository says which workspace is meant, the answer does.
  const isElsewhere = findWorkTree(terminal.directory) === undefined;
  let place = '';
  let beside = '';
  const made = await inWorkspace(terminal, options, async (client, id, workspace) => {
    if (isElsewhere) place = `, in the workspace ${workspace.slug}`;
    const wanted = { id, title, rationale, decision_type: type, files, supersedes };
    const recorded = await client.call('decide', wanted);
    if (!isRefusal(recorded) && !output.json) beside = await besideEarlier(client, id, recorded);
    return recorded;
  });
  if (isRefusal(made)) return made;
  output.show(made, () => {
    const ended = made.ended.map((one) => `\nIt ends ${one}.`).join('');
    const title = asData(made.title).replace(/\.$/u, '');
    const about = `${linkedTo(made.symbols)}${place}`;
    return `Recorded ${made.id}: ${title}${about}.${ended}${besideSame(made.same_title) || beside}${notIndexed(made.unknown_files)}`;
  });
  return 0;
}

/** DEC-5: a fresh decision of the same title is not ended by that alone. */
function besideSame([same]: readonly string[] = []): string {
  if (same === undefined) return '';
  return `\n${same} has this title too, and counts beside it. To replace that one: coord decide TITLE --supersedes ${same}`;
}

/** DEC-19: the newest other decision that counts and is linked to one of the same symbols; nothing where there is none. */
async function besideEarlier(
  client: Client,
  workspaceId: string,
  { id, symbols, files }: Answer<'decide'>,
): Promise<string> {
  for (const file of files.slice(0, askedFiles)) {
    const listed = await client.call('listDecisions', { id: workspaceId, file });
    if (isRefusal(listed)) return '';
    for (const other of listed.decisions) {
      const shared = other.symbols.find((symbol) => symbols.includes(symbol));
      const counts = other.state === 'fresh' || other.state === 'stale';
      if (shared === undefined || !counts || other.id === id) continue;
      return `\n${other.id} ${quoted(other.title)} is also decided about ${linkName(shared)}, and counts beside it. Where the two contradict each other: coord decide TITLE --supersedes ${other.id}`;
    }
  }
  return '';
}

/** DEC-16: said where nobody looked before, as for a workspace that is named. */
function notIndexed(files: readonly string[] = []): string {
  if (files.length === 0) return '';
  return `\n${notInIndex(files)}: ${files.map((file) => asExact(file)).join(', ')}`;
}

const shownNames = 5;
/** Of how many files earlier decisions are asked for. */
const askedFiles = 5;

/** DEC-9: a file counts by what others use of it. */
function linkName(id: string): string {
  return isTopLevel(id) ? `${linkedLabel(id)} as a whole` : linkedLabel(id);
}

/** What its change makes it stale, by name. */
function linkedTo(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const names = ids.slice(0, shownNames).map(linkName).join(', ');
  const more = ids.length - shownNames;
  return `, linked to ${names}${more > 0 ? ` and ${more} more` : ''}`;
}
