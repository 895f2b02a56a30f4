import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

scenario('SYM-8', 'the files of the graph are listed with their size', async (world) => {
  const { id } = world.workspace;
  const User = symbolOf('User', { kind: 'class', start_line: 9, end_line: 12 });
  const files = [fileOf('src/B.ts', [User, 'login']), fileOf('src/a.ts', [])];
  await publish(world, 'ada', files);
  assert.equal(await world.as('bob').ok('listFiles', { id }), {
    files: [
      { path: 'src/a.ts', lines: 1, symbols: 0 },
      { path: 'src/B.ts', lines: 12, symbols: 2 },
    ],
    graph_version: 1,
  });
  await publish(world, 'ada', [fileOf('src/B.ts', ['login'])]);
  const { files: later, graph_version: version } = await world.as('bob').ok('listFiles', { id });
  assert.equal(later.at(-1), { path: 'src/B.ts', lines: 3, symbols: 1 });
  assert.is(version, 2);
});

scenario('SYM-8', 'an empty graph has no files', async (world) => {
  const answer = await world.as('bob').ok('listFiles', { id: world.workspace.id });
  assert.equal(answer, { files: [], graph_version: 0 });
});

scenario('SYM-8', 'the pages of files are the whole list, each file once', async (world) => {
  const { id } = world.workspace;
  const paths = Array.from({ length: 2_300 }, (_, at) => `src/f${String(at).padStart(4, '0')}.ts`);
  for (let at = 0; at < paths.length; at += 500) {
    const part = paths.slice(at, at + 500).map((path) => fileOf(path, ['one', 'two']));
    await publish(world, 'ada', part);
  }
  for (const limit of [700, 2_300, 10_000]) {
    const seen: string[] = [];
    for (let before: string | undefined, more = true; more;) {
      const page = await world.as('bob').ok('listFiles', { id, limit, before });
      assert.ok(page.files.length <= limit);
      assert.ok(page.files.every(({ symbols, lines }) => symbols === 2 && lines === 3));
      seen.push(...page.files.map(({ path }) => path));
      before = page.next_cursor;
      more = before !== undefined;
    }
    assert.equal(seen, paths, `${limit} a page`);
  }
});

scenario('SYM-8', 'what is no cursor of the list is refused by name', async (world) => {
  const { id } = world.workspace;
  for (const before of ['a', 'WyJhIiwiYiJd', 'WzFd', 'WyIAIl0']) {
    const refused = await world.as('bob').refused('listFiles', { id, before });
    assert.is(refused.status, 400, before);
    assert.is(refused.field, 'before');
  }
});

test.run();
