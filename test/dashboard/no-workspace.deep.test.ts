/** What stands in place of a workspace that a person is not in. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, unseenIn } from '../support/hostile-text.ts';
import { closeBrowser, openDashboard, signIn, violations } from './browser.ts';
import { inBrowserAtBoth } from './in-browser.ts';

inBrowserAtBoth(
  'DSH-6',
  'the workspaces that can be opened are a list, and nothing unseen stands in their names',
  async (world) => {
    const ada = world.as('ada');
    await ada.ok('createWorkspace', { name: `Bakery${hostileLine}`, slug: 'bakery' });
    const tab = await openDashboard(world, ada, `/nope${encodeURIComponent('\u202e')}/now`);
    const { page } = tab;
    await signIn(tab, ada.account.key);
    await page.getByRole('heading', { name: 'You are in no workspace “nope”' }).waitFor();
    const yours = page.getByRole('list', { name: 'Your workspaces' }).getByRole('link');
    assert.equal((await yours.allInnerTexts()).sort(), ['Bakery', world.workspace.slug]);
    assert.equal(unseenIn(await page.locator('main').innerText()), []);
    assert.equal(await violations(page), []);
    await yours.filter({ hasText: 'Bakery' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/bakery\/now$/);
    await tab.close();
  },
);

/** How many pieces of sound the speech model was given. */
let heard = 0;

inBrowserAtBoth(
  'DSH-8',
  'who is removed from one workspace stays signed in to the others, in all tabs',
  async (world) => {
    const bob = world.as('bob');
    const { id, slug } = world.workspace;
    await bob.ok('createWorkspace', { name: 'Bakery', slug: 'bakery' });
    const tab = await openDashboard(world, bob, '/bakery/meetings/record');
    await signIn(tab, bob.account.key);
    const { page } = tab;
    await page.getByLabel('What it is about').fill('Standup');
    await page.getByRole('button', { name: 'Start recording' }).click();
    const log = page.getByRole('log');
    await log.getByText(/Piece/).first().waitFor();
    const removed = await page.context().newPage();
    await removed.goto(page.url().replace(/bakery.*/, `${slug}/people`));
    await removed.getByText('Live', { exact: true }).waitFor();
    await world.as('ada').ok('removeMember', { id, userId: bob.id });
    await removed
      .getByRole('heading', { name: `You are no longer a member of “${slug}”` })
      .waitFor();
    await log.getByText(`Piece ${heard + 1}.`).waitFor();
    const yours = removed.getByRole('list', { name: 'Your workspaces' }).getByRole('link');
    assert.equal(await yours.allInnerTexts(), ['Bakery']);
    await yours.click();
    await removed.getByText('Live', { exact: true }).waitFor();
    await removed.getByLabel('Signed in: bob').click();
    await removed.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out in another tab.').waitFor();
    await tab.close({ mayComplain: true });
  },
  { speechModel: { transcribe: () => Promise.resolve(`Piece ${++heard}.`) } },
);

test.after(closeBrowser);
test.run();
