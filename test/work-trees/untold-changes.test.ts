/** SYM-6: what changes while a work tree is indexed, and before every directory of it is watched, is noticed all the same. */
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { IgnoreReader } from '../../daemon/git/ignore-rules.ts';
import { WorkTrees } from '../../daemon/work-trees/work-trees.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import { git, makeWorkspace } from '../index/support.ts';
import { eventually } from '../support/waiting.ts';

const files = {
  '.gitignore': 'built.js\n',
  'built.js': '',
  'a.ts': 'export const a = 1;\n',
  'b.ts': 'export const b = 1;\n',
  'c.ts': '',
};

test('SYM-6: it is told once all directories are watched', async () => {
  const workspace = makeWorkspace(files);
  const folder = mkdtempSync(join(tmpdir(), 'coord-untold-'));
  let choose: (chosen: { by: 'native'; reason: string }) => void = () => undefined;
  const workTrees = new WorkTrees({
    folder,
    git,
    ignores: new IgnoreReader(git),
    clock: systemClock,
    logger: { info: () => undefined, warn: (line: string) => assert.unreachable(line) },
    watcher: new Promise((resolve) => (choose = resolve)),
  });
  const { root } = workspace;
  const told: (readonly string[])[] = [];
  workTrees.onChange((_, paths) => void told.push(paths));
  try {
    const gitDir = join(root, '.git');
    const { index } = workTrees.opened({ root, gitDir, commonDir: gitDir });
    await index.ready;
    writeFileSync(join(root, 'built.js'), 'export const built = 1;\n');
    writeFileSync(join(root, 'new.ts'), 'export const made = 1;\n');
    writeFileSync(join(root, 'b.ts'), 'export const b = 1234567;\n');
    writeFileSync(join(root, 'package.json'), '{ "name": "shop" }');
    unlinkSync(join(root, 'c.ts'));
    choose({ by: 'native', reason: 'as far as it can be tried' });
    const first = await eventually('what has changed', () => Promise.resolve(told[0]));
    assert.equal(first.toSorted(), ['b.ts', 'c.ts', 'new.ts', 'package.json']);
    assert.ok(index.graph.hasSettings('package.json'));
  } finally {
    await workTrees.close();
    workspace.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
