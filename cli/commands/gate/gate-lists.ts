import { asExact } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { statusWord, verifiedWord } from './gate-texts.ts';
import { shownMoment } from '../../../shared/kernel/times.ts';
import { table, type Column } from '../../terminal/table.ts';
import type { Output } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly workstream?: string;
  readonly file?: string;
  readonly limit: number;
}

/** `coord gate log`: what has passed the gate. */
export async function listCommits(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { workstream, limit } = options;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('listCommits', { id, workstream, limit }),
  );
  if (isRefusal(answer)) return answer;
  const columns = ['COMMIT', 'WORKSTREAM', 'KIND', 'VERIFIED', 'TESTS', 'STATUS', 'BY', 'AT'];
  if (output.wide) columns.push('RECEIPT');
  const rows = answer.commits.map((one) => [
    one.commit_sha.slice(0, 12),
    one.workstream,
    one.kind,
    verifiedWord(one.verified),
    one.left_out === undefined ? '' : `${one.left_out.length} left out`,
    statusWord(one),
    one.recorded_by_name,
    shownMoment(one.recorded_at),
    ...(output.wide ? [one.receipt_id] : []),
  ]);
  output.show(answer, () =>
    rows.length === 0
      ? 'No commits. The gate records one with: coord gate run --record'
      : lines(output, columns, rows),
  );
  return 0;
}

/** `coord gate flakes` */
export async function listFlakes(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { file, limit } = options;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    client.call('listFlakes', { id, file, limit }),
  );
  if (isRefusal(answer)) return answer;
  const columns = ['FILE', 'TEST', 'PASSED', 'FAILED', 'COMMIT', 'MACHINE'];
  const rows = answer.flakes.map((one) => [
    asExact(one.test_file),
    one.test_name,
    String(one.passed),
    String(one.failed),
    one.commit_sha.slice(0, 12),
    one.machine,
  ]);
  output.show(answer, () =>
    rows.length === 0
      ? 'No flakes. A test becomes one when it fails and passes on the same commit.'
      : lines(output, columns, rows),
  );
  return 0;
}

function lines(output: Output, titles: readonly string[], rows: readonly string[][]): string {
  const columns: Column[] = titles.map((title) => ({ title, flexible: true }));
  return table(columns, rows, { columns: output.room, paintTitle: output.style.dim }).join('\n');
}
