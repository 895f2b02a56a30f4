import type { CommitRecord } from '../../../shared/gate/contract.ts';
import { asExact } from '../../../shared/kernel/display.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { pathFromHere } from '../../command-line/paths-from-here.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { statusWord, testsWord, verifiedWord } from './gate-texts.ts';
import { shownMoment } from '../../../shared/kernel/times.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { listing, type Column } from '../../terminal/table.ts';

export interface ListOptions extends ConnectOptions {
  readonly workstream?: string;
  readonly file?: string;
  readonly limit: number;
}

/** `coord gate log`: what has passed the gate. */
export function listCommits(context: Context, options: ListOptions): Promise<Outcome> {
  const { workstream, limit } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listCommits', { id, workstream, limit }),
    text: ({ commits }) => {
      if (commits.length === 0)
        return (
          nothingMatches('commits', { workstream }) ??
          'No commits. The gate records one with: coord gate run --record'
        );
      const columns = context.output.wide ? [...commitColumns, receiptColumn] : commitColumns;
      return listing(context.output, commits, columns);
    },
  });
}

const commitColumns: readonly Column<CommitRecord>[] = [
  flexible('COMMIT', (one) => one.commit_sha.slice(0, 12)),
  flexible('WORKSTREAM', (one) => one.workstream),
  flexible('KIND', (one) => one.kind),
  flexible('VERIFIED', (one) => verifiedWord(one.verified)),
  flexible('TESTS', testsWord),
  flexible('STATUS', statusWord),
  flexible('BY', (one) => one.recorded_by_name),
  flexible('AT', (one) => shownMoment(one.recorded_at)),
];

const receiptColumn = flexible<CommitRecord>('RECEIPT', (one) => one.receipt_id);

/** `coord gate flakes` */
export async function listFlakes(context: Context, options: ListOptions): Promise<Outcome> {
  const { limit } = options;
  const file = await pathFromHere(context.terminal.directory, options.file);
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listFlakes', { id, file, limit }),
    text: ({ flakes }) => {
      if (flakes.length === 0)
        return (
          nothingMatches('flakes', { file }) ??
          'No flakes. A test becomes one when it fails and passes on the same commit.'
        );
      return listing(context.output, flakes, [
        flexible('FILE', (one) => asExact(one.test_file)),
        flexible('TEST', (one) => one.test_name),
        flexible('PASSED', (one) => String(one.passed)),
        flexible('FAILED', (one) => String(one.failed)),
        flexible('COMMIT', (one) => one.commit_sha.slice(0, 12)),
        flexible('MACHINE', (one) => one.machine),
      ]);
    },
  });
}

function flexible<T>(title: string, cell: (item: T) => string): Column<T> {
  return { title, flexible: true, cell };
}
