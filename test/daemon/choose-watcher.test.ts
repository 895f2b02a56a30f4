import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseWatcher, watchSettingFrom } from '../../daemon/watching/choose-watcher.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { makeWorkspace } from '../index/support.ts';

const test = suite('DUR-9 the choice of the watcher');

async function inRepository(
  use: (workTree: { root: string; gitDir: string }) => Promise<void>,
): Promise<void> {
  const { root, remove } = makeWorkspace({ 'a.ts': '1' });
  try {
    await use({ root, gitDir: join(root, '.git') });
  } finally {
    remove();
  }
}

test('where the file system tells of a file that is written, nothing is polled and nothing stays', () =>
  inRepository(async (workTree) => {
    const before = readdirSync(workTree.gitDir);
    const { by } = await chooseWatcher(workTree, undefined);
    assert.is(by, 'native');
    assert.equal(readdirSync(workTree.gitDir), before);
  }));

test('where it tells nothing, files are polled', () =>
  inRepository(async (workTree) => {
    const chosen = await chooseWatcher(workTree, undefined, () => Promise.resolve(false));
    assert.is(chosen.by, 'poll');
    assert.match(chosen.reason, 'told nothing');
  }));

test('COORD_WATCH decides without a look at the file system', () =>
  inRepository(async (workTree) => {
    const never = () => Promise.reject(new Error('tried'));
    for (const by of ['native', 'poll'] as const) {
      const setting = watchSettingFrom({ COORD_WATCH: by });
      if (isRefusal(setting)) throw setting;
      assert.is((await chooseWatcher(workTree, setting, never)).by, by);
    }
  }));

test('COORD_WATCH with another word is refused with the two that it takes', () => {
  const refused = watchSettingFrom({ COORD_WATCH: 'often' });
  assert.match(isRefusal(refused) ? refused.message : '', 'native or poll');
  assert.is(watchSettingFrom({ COORD_WATCH: '' }), undefined);
});

test.run();
