import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RepositoryIndex } from '../../../daemon/index/repository-index.ts';
import { openIndexStore } from '../../../daemon/index/store.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import { typeScript } from '../../../shared/node/typescript.ts';
import { compared } from '../../index/support.ts';
import { median } from '../support/statistics.ts';

/** How often one file is changed and read again; the first few times warm the compiler up. */
const changes = { unmeasured: 20, measured: 60 } as const;

const git = gitRunner(process.env);
const [task = '', root = '', store = ''] = process.argv.slice(2);
/** As the index loads it: what comes by an import is another copy, and the index would load its own while it is measured. */
const ts = typeScript();

/** Each task prints its milliseconds; loading the compiler is no part of any. */
const tasks: Record<string, () => Promise<number> | number> = {
  'bare-cold': () => timed(() => parseAll(sourcesIn(root))),
  cold: () =>
    timed(async () => {
      const index = new RepositoryIndex({ root, store: openIndexStore(store), git });
      index.start();
      await index.ready;
    }),
  'bare-reread': () => medianOf(edited(root, (path, text) => parse(path, text))),
  reread,
};

console.log(await tasks[task]?.());

async function reread(): Promise<number> {
  const index = new RepositoryIndex({ root, store: openIndexStore(store), git });
  index.start();
  await index.ready;
  const path = 'large.ts';
  const times: number[] = [];
  let before = readFileSync(join(root, path), 'utf8');
  for (const text of textsOf(join(root, path))) {
    writeFileSync(join(root, path), text);
    times.push(
      await timed(async () => {
        await index.refresh([path]);
        await compared(index, path, [before, text]);
      }),
    );
    before = text;
  }
  await index.close();
  return medianOf(times);
}

function edited(folder: string, run: (path: string, text: string) => void): number[] {
  const path = join(folder, 'large.ts');
  return [...textsOf(path)].map((text) => {
    writeFileSync(path, text);
    const startedAt = performance.now();
    run(path, readFileSync(path, 'utf8'));
    return performance.now() - startedAt;
  });
}

/** The file with another number in one of its functions, again and again. */
function* textsOf(path: string): Generator<string> {
  const text = readFileSync(path, 'utf8');
  for (let turn = 0; turn < changes.unmeasured + changes.measured; turn += 1) {
    yield text.replace(/let sum = \d+;/, `let sum = ${turn + 1_000};`);
  }
}

function medianOf(times: readonly number[]): number {
  return median(times.slice(changes.unmeasured)) || 0;
}

function parseAll(paths: readonly string[]): void {
  for (const path of paths) parse(path, readFileSync(path, 'utf8'));
}

function parse(path: string, text: string): void {
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git') && /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
