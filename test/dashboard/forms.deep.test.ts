/** The large forms, in a real browser: what is typed is not lost, and what cannot be sent is not asked for. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser, openDashboard, signIn, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

inBrowser('DSH-4', 'what is typed into a form is there after going elsewhere', async (world) => {
  await world.as('ada').ok('startWorkstream', { id: world.workspace.id, title: 'Pay' });
  const forms = [
    { view: 'decisions?new=1', label: 'The choice, in one line', cancel: 'Cancel' },
    { view: 'conventions?new=1', label: 'The rule, in one line', cancel: 'Cancel' },
    { view: 'meetings?new=1', label: 'Title', cancel: 'Start anew' },
    { view: 'work/tasks?new=1', label: 'Title', cancel: 'Cancel' },
  ];
  const { page, ...tab } = await tabOf(world, { view: 'people' });
  const base = page.url().slice(0, -'people'.length);
  for (const { view, label, cancel } of forms) {
    await page.goto(`${base}${view}`);
    await page.getByLabel(label, { exact: true }).fill('Prices in cents');
    await page.goto(`${base}people`);
    await page.locator('main[data-ready]').waitFor();
    await page.goto(`${base}${view}`);
    await page.getByText('What you typed before is still here.').waitFor();
    assert.is(await page.getByLabel(label, { exact: true }).inputValue(), 'Prices in cents', view);
    await page.getByRole('button', { name: cancel }).click();
    await page.goto(`${base}${view}`);
    assert.is(await page.getByLabel(label, { exact: true }).inputValue(), '', view);
  }
  await tab.close();
});

inBrowser('DSH-4', 'a draft is gone when it was sent', async (world) => {
  const { page, ...tab } = await tabOf(world, { view: 'decisions?new=1' });
  await page.getByLabel('The choice, in one line').fill('Prices in cents');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('heading', { name: 'Prices in cents', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Decisions' }).first().click();
  await page.getByRole('button', { name: 'Record' }).click();
  assert.is(await page.getByLabel('The choice, in one line').inputValue(), '');
  await tab.close();
});

inBrowser('DSH-8', 'signing out forgets what was typed', async (world) => {
  const { page, ...tab } = await tabOf(world, { view: 'decisions?new=1' });
  await page.getByLabel('The choice, in one line').fill('Prices in cents');
  await page.getByLabel('Signed in: ada').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Your API key').waitFor();
  assert.is(await page.evaluate('sessionStorage.length'), 0);
  await tab.close();
});

inBrowser(
  'DSH-4',
  'what is typed outlives a key that is revoked, for its writer and for nobody else',
  async (world) => {
    const ada = world.as('ada');
    const form = `/${world.workspace.slug}/decisions?new=1`;
    const title = 'The choice, in one line';
    const typeAndRevoke = async () => {
      const made = await ada.ok('createKey', { name: 'tab' });
      const tab = await openDashboard(world, ada, form);
      await signIn(tab, made.key);
      await tab.page.getByText('Live', { exact: true }).waitFor();
      await tab.page.getByLabel(title).fill('Prices in cents');
      await ada.ok('revokeKey', { key_id: made.id });
      await tab.page.getByText('no longer good').waitFor();
      return tab;
    };
    const adas = await typeAndRevoke();
    await signIn(adas, ada.account.key);
    await adas.page.getByText('What you typed before is still here.').waitFor();
    assert.is(await adas.page.getByLabel(title).inputValue(), 'Prices in cents');
    await adas.close();
    const bobs = await typeAndRevoke();
    await signIn(bobs, world.as('bob').account.key);
    await bobs.page.getByLabel(title).waitFor();
    assert.is(await bobs.page.getByLabel(title).inputValue(), '');
    const kept = await bobs.page.evaluate('JSON.stringify(sessionStorage)');
    assert.not.match(String(kept), 'Prices in cents');
    await bobs.close();
  },
);

inBrowser(
  'DSH-57',
  'a decision that has ended is not superseded again: the page leads to what replaced it',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const first = await ada.ok('decide', { id, title: 'Prices are floats' });
    const next = await ada.ok('decide', { id, title: 'Prices in cents', supersedes: first.id });
    const { page, ...tab } = await tabOf(world, { view: `decisions/${first.id}?supersede=1` });
    await page.getByText('Another one has replaced it already.').waitFor();
    assert.is(await page.getByRole('button', { name: 'Supersede' }).count(), 0);
    await page.getByRole('link', { name: 'Open what replaced it' }).click();
    await page.waitForURL(new RegExp(`/decisions/${next.id}$`));
    await tab.close();
  },
);

inBrowser('DSH-52', 'the priority of a result is edited in a field with a label', async (world) => {
  await world.as('bob').ok('ingestMeeting', {
    workspace_id: world.workspace.id,
    title: 'Login',
    transcript: `Cleo: I'll write the docs by 2026-12-01.`,
  });
  const { page, ...tab } = await tabOf(world, { view: 'inbox' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit what was found' });
  await dialog.getByText('Priority', { exact: true }).waitFor();
  const tops = await Promise.all(
    ['Until', 'Priority'].map(async (name) => (await dialog.getByLabel(name).boundingBox())?.y),
  );
  assert.is(tops[0], tops[1]);
  await tab.close();
});

inBrowser(
  'DSH-4',
  'a refusal stands in the dialog, at the field that it is about, and what was typed stays',
  async (world) => {
    const { page, ...tab } = await tabOf(world, { view: 'work?new=1' });
    const dialog = page.getByRole('dialog', { name: 'New workstream' });
    await dialog.getByLabel('Title').fill('Pay');
    const base = dialog.getByLabel('Begins at the branch');
    await base.fill('no branch..');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.is(await base.getAttribute('aria-invalid'), 'true');
    assert.is(await dialog.getByLabel('Title').inputValue(), 'Pay');
    assert.equal(await violations(page), []);
    await base.fill('');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Pay' }).first().waitFor();
    await tab.close({ mayComplain: true });
  },
);

inBrowser(
  'DSH-5',
  'a form that opens within the page has the focus, so what is typed is no shortcut',
  async (world) => {
    const { page, ...tab } = await tabOf(world, { view: 'people' });
    const typed = 'give names';
    const forms = [
      ['Decisions', 'Record', 'Record a decision', 'The choice, in one line'],
      ['Conventions', 'Propose', 'Propose a convention', 'The rule, in one line'],
      ['Meetings', 'Add a meeting', 'Add a meeting', 'Title'],
    ] as const;
    for (const [view, button, inPalette, label] of forms) {
      const field = page.getByLabel(label, { exact: true });
      const isTypedInto = async (way: string) => {
        await field.waitFor();
        await page.locator('form :focus').waitFor({ timeout: 5_000 });
        await page.keyboard.type(typed);
        assert.is(await field.inputValue(), typed, `${view} by ${way}`);
        await field.fill('');
      };
      await page.getByRole('link', { name: view, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: view }).waitFor();
      await page
        .getByRole('main')
        .locator('button, a')
        .filter({ hasText: new RegExp(`^\\s*${button}$`) })
        .first()
        .click();
      await isTypedInto('its button');
      await page.getByRole('link', { name: 'People', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find or do' }).fill(inPalette);
      await page.getByRole('option', { name: inPalette }).first().waitFor();
      await page.keyboard.press('Enter');
      await isTypedInto('the palette');
    }
    await page.getByLabel('Signed in: ada').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your API key').waitFor();
    await page.locator('input[type="password"]:focus').waitFor();
    await tab.close();
  },
);

test.after(closeBrowser);
test.run();
