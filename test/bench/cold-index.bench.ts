import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchContext } from './support/bench.ts';
import { runProgram } from './support/process-time.ts';
import { compare } from './support/report.ts';
import { commitAll, copySources, makeRepository, sourceText } from './support/repository.ts';

const program = fileURLToPath(new URL('./index-run/main.ts', import.meta.url));
/** Real sources, of every size, that every installation has. */
const sources = { from: ['zod', 'kysely', 'undici-types', 'ts-morph', 'fast-check'], count: 800 };
const largeLines = 1_000;

/** The index of a repository that nobody has read yet, and one changed file of it, against the bare compiler. */
export const bench: Bench = {
  name: 'cold-index',
  run: async (context) => {
    const { directory, rounds } = context;
    const root = await makeRepository(join(directory, 'sources'), {});
    await copySources(join(root, 'src'), sources);
    await commitAll(root);
    const single = await makeRepository(join(directory, 'single'), {
      'large.ts': sourceText(largeLines),
    });
    let run = 0;
    const store = () => join(directory, `index-${(run += 1)}.db`);
    return [
      await compare(
        {
          measured: () => time(context, 'cold', root, store()),
          bare: () => time(context, 'bare-cold', root),
        },
        {
          rounds,
          name: 'cold index',
          unit: 'ms',
          better: 'less',
          limit: 1.5,
          note: `${sources.count} files, against a bare parse of each`,
        },
      ),
      await compare(
        {
          measured: () => time(context, 'reread', single, store()),
          bare: () => time(context, 'bare-reread', single),
        },
        {
          rounds,
          name: 'one changed file',
          unit: 'ms',
          better: 'less',
          limit: 3,
          note: `${largeLines} lines, read and compared, against its bare parse`,
        },
      ),
    ];
  },
};

async function time({ node }: BenchContext, ...task: string[]): Promise<number> {
  const { stdout, exitCode } = await runProgram({
    command: node,
    args: ['--import', 'tsx', program, ...task],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  if (exitCode !== 0) throw new Error(`${task.join(' ')} ended with ${exitCode}`);
  return Number(stdout);
}
