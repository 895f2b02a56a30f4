/** What stands in place of a workspace that a person is not in. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, unseenIn } from '../support/hostile-text.ts';
import { closeBrowser, openDashboard, signIn, violations } from './browser.ts';
import { inBrowser } from './in-browser.ts';

inBrowser(
  'DSH-6',
  'the workspaces that can be opened are a list, and nothing unseen stands in their names',
  async (world) => {
    const ada = world.as('ada');
    await ada.ok('createWorkspace', { name: `Bakery${hostileLine}`, slug: 'bakery' });
    // A key that was used just now counts by what it was for a moment longer.
    const { key } = await ada.ok('createKey', { name: 'tab' });
    const tab = await openDashboard(world, ada, `/nope${encodeURIComponent('\u202e')}/now`);
    const { page } = tab;
    await signIn(tab, key);
    await page.getByRole('heading', { name: 'You are in no workspace “nope”' }).waitFor();
    const yours = page.getByRole('list', { name: 'Your workspaces' }).getByRole('link');
    assert.equal(await yours.allInnerTexts(), [world.workspace.slug, 'Bakery']);
    assert.equal(unseenIn(await page.locator('main').innerText()), []);
    assert.equal(await violations(page), []);
    await yours.first().focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/bakery\/now$/);
    await tab.close();
  },
);

test.after(closeBrowser);
test.run();
