/** People and the page of a member, in a real browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, unseenIn } from '../support/hostile-text.ts';
import type { World } from '../support/harness.ts';
import { closeBrowser, violations, type Tab } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

const rowOf = ({ page }: Tab, name: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name });

/** Waits until a member is shown with this role. */
async function showsRole({ page }: Tab, name: string, role: string): Promise<void> {
  const shown = page.getByLabel(`Role of ${name}`);
  for (const end = performance.now() + 5_000; performance.now() < end;) {
    if ((await shown.inputValue()) === role) return;
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  assert.is(await shown.inputValue(), role);
}

inBrowser('DSH-74', 'an agent that comes and goes is seen in its member’s row', async (world) => {
  const tab = await tabOf(world, { view: 'people' });
  const row = rowOf(tab, 'bob');
  assert.match(await row.innerText(), 'bob@example.com');
  const agent = world.as('bob').agent('b1', { agent_type: 'codex' });
  await agent.start('rename');
  await agent.edit('src/a.ts', ['login', 'logout']);
  await row.getByText('2 reserved').waitFor();
  await row.getByText('codex').waitFor();
  await row.getByText('now').waitFor();
  await agent.end();
  await row.getByText('codex').waitFor({ state: 'detached' });
  await row.getByText('now').waitFor();
  await tab.close();
});

inBrowser('DSH-74', 'an owner changes a role, and takes it back', async (world) => {
  const { id } = world.workspace;
  const tab = await tabOf(world, { view: 'people' });
  const other = await tabOf(world, { view: 'people', person: 'cleo' });
  const role = tab.page.getByLabel('Role of bob');
  await role.selectOption('admin');
  await tab.page.getByText('bob is admin now: may change the settings').waitFor();
  await showsRole(other, 'bob', 'admin');
  await tab.page.getByRole('button', { name: 'Undo' }).click();
  await tab.page.getByText('Undone.').waitFor();
  const { members } = await world.as('ada').ok('listMembers', { id });
  assert.is(members.find(({ name }) => name === 'bob')?.role, 'member');
  await tab.close();
  await other.close();
});

inBrowser(
  'DSH-4',
  'what the last owner may not give up stays as it is, with why',
  async (world) => {
    const tab = await tabOf(world, { view: 'people' });
    const role = tab.page.getByLabel('Role of ada');
    await role.selectOption('member');
    await tab.page.getByRole('button', { name: 'Become member' }).click();
    await tab.page.getByText('A workspace needs an owner').waitFor();
    await showsRole(tab, 'ada', 'owner');
    await role.selectOption('admin');
    await tab.page.getByRole('button', { name: 'Cancel' }).click();
    await showsRole(tab, 'ada', 'owner');
    await tab.close({ mayComplain: true });
  },
);

inBrowser('DSH-4', 'removing a member asks, and says what ends', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob').agent();
  await bob.edit('src/a.ts', ['login']);
  const tab = await tabOf(world, { view: 'people' });
  const other = await tabOf(world, { view: 'people', person: 'cleo' });
  const remove = rowOf(tab, 'bob').getByRole('button', { name: 'Remove bob' });
  await remove.click();
  const question = tab.page.getByRole('dialog');
  await question.getByText('1 agent of theirs ends, and 1 reservation is released.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await rowOf(tab, 'bob').waitFor({ state: 'detached' });
  await rowOf(other, 'bob').waitFor({ state: 'detached' });
  const { members } = await world.as('ada').ok('listMembers', { id });
  assert.not.ok(members.some(({ name }) => name === 'bob'));
  await tab.close();
  await other.close();
});

inBrowser(
  'DSH-74',
  'an invitation shows its command once, and can be taken back',
  async (world) => {
    const { id } = world.workspace;
    const tab = await tabOf(world, { view: 'people' });
    const { page } = tab;
    await page.getByText('Nobody waits.').waitFor();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('bob@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('They are in this workspace already').waitFor();
    await dialog.getByLabel('E-mail address').fill('nora@example.com');
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const command = await dialog.getByRole('status').locator('code').innerText();
    const [, , relay, invitation] = command.split(' ');
    assert.match(command, /^coord join http\S+ inv_\w+$/);
    assert.is(relay, world.relay.url);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.locator('code', { hasText: invitation }).waitFor({ state: 'detached' });
    const open = page.getByRole('list', { name: 'Open invitations' });
    await open.getByText('nora@example.com').waitFor();
    assert.not.match(await page.content(), String(invitation));
    await open.getByRole('button', { name: /Take back/ }).click();
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Nobody waits.').waitFor();
    const { invitations } = await world.as('ada').ok('listInvitations', { id });
    assert.equal(invitations, []);
    await tab.close({ mayComplain: true });
  },
);

inBrowser('DSH-74', 'a member reads who is here, and is told why not more', async (world) => {
  const tab = await tabOf(world, { view: 'people', person: 'bob' });
  const { page } = tab;
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  assert.ok(await invite.isDisabled());
  assert.match(String(await invite.getAttribute('title')), 'Only admins and owners');
  assert.ok(await page.getByLabel('Role of cleo').isDisabled());
  assert.ok(await rowOf(tab, 'cleo').getByRole('button').isDisabled());
  assert.is(await page.getByRole('list', { name: 'Open invitations' }).count(), 0);
  await rowOf(tab, 'bob').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('You are no longer a member').waitFor({ timeout: 10_000 });
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-2', 'what is looked for among the members stands in the address', async (world) => {
  const tab = await tabOf(world, { view: 'people?q=cleo' });
  assert.is(await rowOf(tab, 'bob').count(), 0);
  await tab.page.keyboard.press('/');
  await tab.page.keyboard.press('Control+a');
  await tab.page.keyboard.type('b');
  await rowOf(tab, 'bob').waitFor();
  assert.match(tab.page.url(), /\?q=b$/);
  await tab.page.getByRole('link', { name: 'bob' }).press('Enter');
  await tab.page.getByRole('heading', { name: /bob/, level: 1 }).waitFor();
  await tab.close();
});

/** Bob has an agent, a decision and a task. */
async function letBobWork(world: World) {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const agent = bob.agent('b1', { agent_type: 'codex' });
  await agent.start('rename the user');
  await agent.edit('src/a.ts', ['login']);
  await bob.ok('decide', { id, title: 'Names are short' });
  return agent;
}

inBrowser('DSH-75', 'a member’s page has their agents, what they hold and did', async (world) => {
  const { id } = world.workspace;
  const agent = await letBobWork(world);
  const tab = await tabOf(world, { view: `people/${world.as('bob').id}` });
  const { page } = tab;
  const now = page.getByRole('region', { name: /^At work now/ });
  await now.getByText('rename the user').waitFor();
  await now.getByText('login', { exact: true }).waitFor();
  const did = page.getByRole('region', { name: 'What they did' });
  await did.getByText('started codex').waitFor();
  const decisions = page.getByRole('region', { name: 'Decisions' });
  await decisions.getByRole('link', { name: 'Names are short' }).waitFor();
  assert.match(await page.title(), /^bob · /);
  await agent.edit('src/b.ts', ['save']);
  await now.getByText('save', { exact: true }).waitFor({ timeout: 2_000 });
  await did.getByText('save').first().waitFor({ timeout: 2_000 });
  await world.as('bob').ok('decide', { id, title: 'Files are small' });
  await decisions.getByRole('link', { name: 'Files are small' }).waitFor({ timeout: 2_000 });
  await world.as('ada').agent().edit('src/c.ts', ['other']);
  await agent.edit('src/d.ts', ['last']);
  await did.getByText('last').first().waitFor();
  assert.is(await did.getByText('other').count(), 0, 'what ada did is not bob’s');
  await agent.end();
  await now.getByText('No agent of bob is at work.').waitFor();
  await tab.close();
});

inBrowser('DSH-75', 'what is shown of it stands in the address, and goes back', async (world) => {
  const agent = await letBobWork(world);
  for (let at = 0; at < 130; at++) await agent.edit(`src/f${at}.ts`, ['one']);
  const tab = await tabOf(world, { view: `people/${world.as('bob').id}?show=decisions` });
  const did = tab.page.getByRole('region', { name: 'What they did' });
  const lines = did.getByRole('listitem');
  assert.is(await lines.count(), 1);
  await did.getByLabel('Show').selectOption('Edits');
  await did.getByText('src/f129.ts').first().waitFor();
  assert.match(tab.page.url(), 'show=edits');
  await did.getByRole('button', { name: 'Show more' }).click();
  await did.getByText('src/f1.ts').first().waitFor();
  await did.getByLabel('Show').selectOption('Everything');
  await did.getByRole('button', { name: 'Show more' }).click();
  await did.getByText('Names are short').first().waitFor();
  await tab.close();
});

inBrowser('DSH-75', 'removing somebody on their page leads back to the list', async (world) => {
  const tab = await tabOf(world, { view: `people/${world.as('bob').id}` });
  const { page } = tab;
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'People', level: 1, exact: true }).waitFor();
  await page.goBack();
  await page.getByText('Nobody here has this id').waitFor();
  await tab.close({ mayComplain: true });
});

inBrowser('DSH-6', 'what people and agents are called is shown as text', async (world) => {
  const nasty = '<img src=x onerror="document.title=1">';
  const { id } = world.workspace;
  await world.database.write((rows) =>
    rows.updateTable('users').set({ name: nasty }).where('id', '=', world.as('bob').id).execute(),
  );
  const agent = world.as('bob').agent('b1', { agent_type: nasty });
  await agent.start(nasty + hostileLine);
  await agent.edit('src/a.ts', ['login']);
  await world.as('bob').ok('decide', { id, title: nasty + hostileLine });
  const tab = await tabOf(world, { view: 'people' });
  await rowOf(tab, nasty).getByRole('link').click();
  await tab.page
    .getByRole('region', { name: /^At work now/ })
    .getByText(nasty)
    .first()
    .waitFor();
  await tab.page.getByRole('region', { name: 'Decisions' }).getByText(nasty).waitFor();
  assert.equal(unseenIn(await tab.page.locator('main').innerText()), []);
  assert.is(await tab.page.locator('img').count(), 0);
  await tab.close();
});

inBrowser('DSH-5', 'axe finds nothing in People and on a member’s page', async (world) => {
  await letBobWork(world);
  await world.as('ada').ok('invite', { id: world.workspace.id, email: 'nora@example.com' });
  const tab = await tabOf(world, { view: 'people' });
  for (const view of ['people', `people/${world.as('bob').id}`])
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.page.emulateMedia({ colorScheme });
      const [base] = tab.page.url().split(`/${world.workspace.slug}/`);
      await tab.page.goto(`${base}/${world.workspace.slug}/${view}`);
      await tab.page.locator(`html[data-theme=${colorScheme}] main[data-ready]`).waitFor();
      assert.equal(await violations(tab.page), [], `${view} ${colorScheme}`);
    }
  await tab.close();
});

test.after(closeBrowser);
test.run();
