import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, withOwnRelay, type OwnRelay } from '../cli/support.ts';

const test = suite<OwnRelay>('package commands');

withOwnRelay(test);

test('PKG-5, PKG-6 a package is shown by the beginning of its id, with its files or that it is not file-scoped, and a move that is refused names the next', async ({
  sandbox,
}) => {
  const input =
    'Ann: We decided to use JWT in src/auth.ts.\nBob: We decided to answer mail within a day.\n';
  await run(['meeting', 'ingest', '-', '--title', 'Plan'], sandbox, { input });
  const { packages } = await json<{ packages: { id: string; files: string[] }[] }>(
    ['packages', 'list'],
    sandbox,
  );
  const idOf = (count: number) => packages.find(({ files }) => files.length === count)?.id ?? '';
  const scoped = await run(['packages', 'show', idOf(1).slice(0, 12)], sandbox);
  assert.is(scoped.code, 0, scoped.err);
  assert.match(scoped.out, `${idOf(1)} · open`);
  assert.match(scoped.out, 'Files\n- src/auth.ts (named)');
  assert.match(scoped.out, 'Follows from\n- ');
  for (const [words, next] of [
    [['start'], 'claim'],
    [['claim', 'claim'], 'start'],
    [['start', 'claim'], 'complete'],
  ] as const) {
    const said = [];
    for (const word of words) said.push((await run(['packages', word, idOf(1)], sandbox)).err);
    assert.match(said.at(-1) ?? '', `coord packages ${next} ${idOf(1)}`);
  }
  const other = await run(['packages', 'show', idOf(0)], sandbox);
  assert.match(other.out, 'No files were named; it is not file-scoped.');
  assert.match((await run(['packages', 'list'], sandbox)).out, '(not file-scoped)');
  assert.is((await run(['packages', 'show', 'pkg_00000000000000000000'], sandbox)).code, 1);
});

test.run();
