/** Settings, in a real browser: the workspace, keys, usage, and how an agent is connected. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, unseenIn } from '../support/hostile-text.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

inBrowser('DSH-76', 'a choice counts at once, others see it, and it is undone', async (world) => {
  const { id } = world.workspace;
  const tab = await tabOf(world, { view: 'settings' });
  const other = await tabOf(world, { view: 'settings', person: 'bob' });
  const gate = async () => (await world.as('ada').ok('getWorkspace', { id })).gate_policy;
  await tab.page.getByLabel('A run of the daemon').check();
  await tab.page.getByText('What the test gate takes: a run of the daemon.').waitFor();
  assert.is(await gate(), 'attested');
  await other.page.locator('label[data-chosen]', { hasText: 'A run of the daemon' }).waitFor();
  await tab.page.getByRole('button', { name: 'Undo' }).click();
  await tab.page.locator('label[data-chosen]', { hasText: 'What an agent reports' }).waitFor();
  assert.is(await gate(), 'reported');
  assert.ok(await other.page.getByLabel('A run of the daemon').isDisabled());
  await other.page.getByText('Only admins and owners of this workspace').first().waitFor();
  await tab.close();
  await other.close();
});

inBrowser('DSH-76', 'name and prefix are saved, refused and shown with a branch', async (world) => {
  const { id, slug } = world.workspace;
  const tab = await tabOf(world, { view: 'settings' });
  const { page } = tab;
  const prefix = page.getByRole('textbox', { name: 'Branch prefix' });
  await prefix.fill('team');
  await page.getByText('team/faster-checkout').waitFor();
  await page.getByRole('button', { name: 'Save: Branch prefix' }).click();
  await page.getByText('New branches begin with team/ now.').waitFor();
  await prefix.fill('a b');
  await prefix.press('Enter');
  await page.getByRole('alert').getByText('must be letters and digits').waitFor();
  await prefix.press('Escape');
  assert.is(await prefix.inputValue(), 'team');
  await page.getByRole('textbox', { name: 'Name' }).fill(`<b>Shop</b>${hostileLine}`);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByRole('banner').getByText('<b>Shop</b>').waitFor();
  assert.match(await page.title(), /^Settings · <b>Shop<\/b>/);
  assert.equal(unseenIn(await page.locator('body').innerText()), []);
  const { branch_prefix, slug: kept } = await world.as('bob').ok('getWorkspace', { id });
  assert.equal([branch_prefix, kept], ['team', slug]);
  await tab.close({ mayComplain: true });
});

inBrowser(
  'DSH-76',
  'what is typed stays, and undo takes back only one’s own change',
  async (world) => {
    const { id } = world.workspace;
    const tab = await tabOf(world, { view: 'settings' });
    const { page } = tab;
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Half a na');
    await page.getByLabel('A run of the daemon').check();
    await page.getByText('What the test gate takes: a run of the daemon.').waitFor();
    await world.as('ada').ok('changeWorkspace', { id, name: 'Other', gate_policy: 'reported' });
    await page.getByRole('banner').getByText('Other').waitFor();
    assert.is(await name.inputValue(), 'Half a na');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('somebody has changed this setting since').waitFor();
    await name.press('Escape');
    assert.is(await name.inputValue(), 'Other');
    await tab.close();
  },
);

inBrowser('ACC-4', 'a key is made, shown once and revoked', async (world) => {
  const tab = await tabOf(world, { view: 'settings/keys' });
  const keys = tab.page.getByRole('region', { name: 'API keys' });
  await keys.getByLabel('A name to know it by').fill('laptop');
  await keys.getByRole('button', { name: 'Make a key' }).click();
  const secret = await keys.getByRole('status').locator('code').innerText();
  const ada = world.as('ada').withKey(secret);
  assert.is((await ada.get('/users/profile')).status, 200);
  await keys.getByRole('button', { name: 'I have it' }).click();
  assert.not.match(await tab.page.content(), secret);
  const row = keys.getByRole('listitem').filter({ hasText: 'laptop' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  await keys.getByRole('link', { name: 'Show 1 revoked' }).click();
  await row.getByText('revoked').waitFor();
  assert.match(tab.page.url(), 'revoked=1');
  await tab.close();
});

inBrowser('DSH-77', 'the key of the page is marked, and revoking it says so', async (world) => {
  const tab = await tabOf(world, { view: 'settings/keys' });
  const { page } = tab;
  const own = page.getByRole('listitem').filter({ hasText: 'this page' });
  await own.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByText('is your last key').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await world.as('ada').ok('createKey', { name: `<b>ci</b>${hostileLine}` });
  await page.reload();
  await page.getByText('<b>ci</b>').waitFor();
  assert.equal(unseenIn(await page.locator('main').innerText()), []);
  await own.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByText('signed out at once').waitFor();
  await page.keyboard.press('Escape');
  await tab.close();
});

inBrowser('DSH-77', 'of more keys than are listed it says how many', async (world) => {
  const { id: user_id } = await world.as('ada').ok('profile', {});
  const [before] = await world.database.rows.selectFrom('api_keys').select('created_at').execute();
  const { created_at } = before!;
  const revoked = Array.from({ length: 510 }, (_, at) => ({
    ...{ id: `key_revoked${at}`, user_id, hash: `hash ${at}`, prefix: 'coord_x', name: 'x' },
    ...{ created_at, revoked_at: created_at, last_used_at: null },
  }));
  await world.database.rows.insertInto('api_keys').values(revoked).execute();
  const tab = await tabOf(world, { view: 'settings/keys' });
  await tab.page.getByText('11 more are not listed; valid and newer ones are.').waitFor();
  await tab.close();
});

inBrowser('DSH-78', 'usage shows one’s own requests next to the limit', async (world) => {
  await world.setTier('free');
  const tab = await tabOf(world, { view: 'settings/usage' });
  const { page } = tab;
  await page.getByText('of 1,000 requests').waitFor();
  const meter = page.getByRole('meter', { name: 'Your requests today' });
  assert.ok(Number(await meter.getAttribute('aria-valuenow')) > 0);
  assert.is(await meter.getAttribute('aria-valuemax'), '1000');
  const members = page.getByRole('list', { name: 'Requests of each member today' });
  assert.is(await members.getByRole('listitem').count(), 3);
  const days = page.getByRole('region', { name: 'Everybody, 14 days' });
  assert.is(await days.getByRole('listitem').count(), 14);
  await page.getByText('each member may make 1,000 requests a day').waitFor();
  await tab.close();
});

inBrowser('DSH-79', 'the commands of a client, and the first agent of it ticks', async (world) => {
  const tab = await tabOf(world, { view: 'settings/connect?client=codex' });
  const { page } = tab;
  await page.getByText('coord init --client codex').waitFor();
  const { length: waits } = await page.getByText('Waiting for its first sign').all();
  assert.is(waits, 1);
  await world.as('bob').agent('b1', { agent_type: 'codex' }).start('not mine');
  await page.getByTitle('1 at work in this workspace').waitFor();
  await page.getByText('Waiting for its first sign').waitFor();
  await world.as('ada').agent('a1', { agent_type: 'codex' }).start('my first task');
  await page.getByRole('heading', { name: 'Your Codex is here' }).waitFor({ timeout: 2_000 });
  await page.getByRole('link', { name: 'my first task' }).waitFor();
  await page.getByRole('link', { name: 'Cursor' }).click();
  await page.getByText('coord init --client cursor').waitFor();
  assert.match(page.url(), 'client=cursor');
  await tab.close();
});

inBrowser('DSH-5', 'axe finds nothing in the settings', async (world) => {
  await world.setTier('free');
  const tab = await tabOf(world, { view: 'settings' });
  const [base] = tab.page.url().split('/settings');
  for (const part of ['', '/keys', '/usage', '/connect'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme });
      await tab.page.goto(`${base}/settings${part}`);
      await tab.page.locator(`html[data-theme=${colorScheme}] main[data-ready]`).waitFor();
      assert.equal(await violations(tab.page), [], `${part} ${colorScheme}`);
    }
  await tab.close();
});

test.after(closeBrowser);
test.run();
