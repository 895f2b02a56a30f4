import { firstFew } from '../../../shared/kernel/first-few.ts';
import type { DecisionType } from '../../../shared/decisions/contract.ts';
import { besideEarlier, linkName } from '../../../shared/api/earlier-decision.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { findWorkTree } from '../../../shared/node/git/repository.ts';
import { notInIndex } from '../../../shared/symbols/indexed.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { refuseUnknownFile } from '../../command-line/known-files.ts';
import { pathsFromHere } from '../../command-line/paths-from-here.ts';
import { showAnswer } from '../../connection/in-workspace.ts';

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
export async function decide(context: Context, options: DecideOptions): Promise<Outcome> {
  const { terminal } = context;
  const { title, rationale, type, file, supersedes } = options;
  const files = file.length === 0 ? undefined : await pathsFromHere(terminal.directory, file);
  const unknown =
    options.force === true
      ? undefined
      : await refuseUnknownFile({ terminal, options }, files ?? [], 'For a file to come: --force');
  if (unknown !== undefined) return unknown;
  const wanted = { title, rationale, decision_type: type, files, supersedes };
  // Where no repository says which workspace is meant, the answer does.
  const isElsewhere = findWorkTree(terminal.directory) === undefined;
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const recorded = await client.call('decide', { id, ...wanted });
      if (isRefusal(recorded)) return recorded;
      const list = (of: string) => client.call('listDecisions', { id, file: of });
      const message = await besideEarlier(recorded, list, supersedeWith);
      return message === undefined ? recorded : { ...recorded, message };
    },
    text: (made, { slug }) => {
      const ended = made.ended.map((one) => `\nIt ends ${one}.`).join('');
      const title = asData(made.title).replace(/\.$/u, '');
      const place = isElsewhere ? `, in the workspace ${slug}` : '';
      const about = `${linkedTo(made.symbols)}${place}`;
      const other = besideSame(made.same_title) ?? ('message' in made ? made.message : undefined);
      const from = made.files_taken_from;
      const taken = from === undefined ? '' : `\n${takenOver(from, made.files)}`;
      const counts = other === undefined ? '' : `\n${other}`;
      return `Recorded ${made.id}: ${title}${about}.${ended}${taken}${counts}${notIndexed(made.unknown_files)}`;
    },
  });
}

/** DEC-20 */
function takenOver(from: string, files: readonly string[]): string {
  return `It is about what ${from} was about: ${files.map((file) => asExact(file)).join(', ')}`;
}

/** DEC-5: a fresh decision of the same title is not ended by that alone. */
function besideSame([same]: readonly string[] = []): string | undefined {
  if (same === undefined) return undefined;
  return `${same} has this title too, and counts beside it. To replace that one: ${supersedeWith(same)}`;
}

function supersedeWith(earlier: string): string {
  return `coord decide TITLE --supersedes ${earlier}`;
}

/** DEC-16: said where nobody looked before, as for a workspace that is named. */
function notIndexed(files: readonly string[] = []): string {
  if (files.length === 0) return '';
  return `\n${notInIndex(files)}: ${files.map((file) => asExact(file)).join(', ')}`;
}

const shownNames = 5;

/** What its change makes it stale, by name. */
function linkedTo(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `, linked to ${firstFew(ids, shownNames, linkName)}`;
}
