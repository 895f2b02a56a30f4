import type { Output as Answer } from '../../../shared/api/operations.ts';
import { asData, asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { requireWorkTree } from '../../../shared/node/git/ownership.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { gitTimeoutMs } from './gate-texts.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';

export interface DiscoverOptions extends ConnectOptions {
  readonly commit?: string;
  readonly workstream?: string;
  /** Every test file, not only the nearest. */
  readonly all?: boolean;
}

const shownTests = 10;

/** The reason may say it already. */
function noneKnown(why: string): string {
  return /\bno test\b/i.test(why) ? '' : ' No test file is known to begin with.';
}

/** `coord gate discover`: how many test files there are, and the nearest, one a line. */
export async function discoverTests(
  { terminal, output }: Context,
  options: DiscoverOptions,
): Promise<Outcome> {
  const { commit, workstream, all } = options;
  const repository = await requireWorkTree(terminal.directory, terminal.environment);
  if (isRefusal(repository)) return repository;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call(
      'confirmReady',
      { id, commit_sha: commit, workstream_slug: workstream },
      { timeoutMs: gitTimeoutMs },
    ),
  );
  if (isRefusal(answer)) return answer;
  const tests = answer.affected_tests ?? [];
  const shown = all === true ? tests : tests.slice(0, shownTests);
  if (!output.json) output.note(headingOf(answer, { found: tests.length, shown: shown.length }));
  output.show(answer, () => shown.map((path) => asExact(path)).join('\n'));
  return 0;
}

/** GAT-12: how many there are, and what to do when they are not all, or none. */
export function headingOf(
  { whole_suite: isWhole, reason = '' }: Answer<'confirmReady'>,
  { found, shown }: { readonly found: number; readonly shown: number },
): string {
  const files = found === 1 ? '1 test file' : `${found} test files`;
  const which = shown < found ? `; the nearest ${shown} (--all names all)` : ', the nearest first';
  if (isWhole !== true) return `${files} can be affected${which}:`;
  const why = asData(reason, 400).replace(/\.$/, '');
  const run = /^run everything: /i.test(why) ? why : `Run the whole suite: ${why}`;
  if (found === 0) return `${run}.${noneKnown(why)} For a receipt: coord gate run -- COMMAND`;
  return `${run}. Begin with ${files}${which}:`;
}
