import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserPath } from './browser.ts';
import { takeScreenshots } from './screenshots.ts';

if (browserPath === undefined)
  console.log('No Chromium on this machine: screenshots are left out.');
else
  test('DSH-34 the demo photographs its views in the wanted theme and frame', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coord-test-'));
    const problems = await takeScreenshots({ folder, only: ['empty-dark-phone'], seed: 1 });
    const taken = await readdir(folder);
    await rm(folder, { recursive: true });
    assert.equal(problems, []);
    assert.equal(taken, ['empty-dark-phone.png']);
  });

test.run();
