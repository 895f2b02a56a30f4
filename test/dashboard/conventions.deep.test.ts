/** The view of conventions in a real browser: list, the page of a rule, and the files that globs match. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { hostileLine, hostileText, unseenIn } from '../support/hostile-text.ts';
import type { World } from '../support/harness.ts';
import { fileOf, publish } from '../support/symbols.ts';
import { closeBrowser, fitsSmallScreens, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

const generated = { title: 'Generated code', tier: 'must', affected_files: ['gen/**'] };

const titlesOf = async (page: Page) =>
  (await page.locator('.convention-row > .list-row-title').allInnerTexts()).map((title) =>
    title.trim(),
  );

/** A second after the one before, so that their order is known. */
async function propose(world: World, person: string, more: object = {}): Promise<string> {
  world.clock.advance(1_000);
  const rule = { id: world.workspace.id, title: 'Use the logger', ...more };
  return (await world.as(person).ok('proposeConvention', rule)).id;
}

const read = (world: World, cid: string) =>
  world.as('cleo').ok('getConvention', { id: world.workspace.id, cid });

inBrowser('CNV-5', 'a proposed rule is shown, and a button accepts it', async (world) => {
  const { id } = world.workspace;
  const cid = await propose(world, 'bob', generated);
  const tab = await tabOf(world, { view: 'conventions?status=proposed' });
  const { page } = tab;
  const list = page.getByRole('list', { name: 'Proposed rules' });
  await list.getByText('Generated code').click();
  await page.getByText('It waits to be accepted, and denies nothing until then.').waitFor();
  await page.getByText('bob proposed it as a must; it waited to be accepted.').waitFor();
  await page.getByLabel('Globs').getByText('gen/**').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await page.getByText('ada made it count as a must.').waitFor();
  const { conventions } = await world.as('bob').ok('listConventions', { id });
  assert.equal(
    conventions.map((one) => [one.id, one.status]),
    [[cid, 'active']],
  );
  await tab.close();
});

inBrowser(
  'DSH-58',
  'rules are listed by status, tier and file, and kept up as others propose them',
  async (world) => {
    await propose(world, 'bob', { affected_files: ['src/**'] });
    const tab = await tabOf(world, { view: 'conventions' });
    const { page } = tab;
    assert.equal(await titlesOf(page), ['Use the logger']);
    await propose(world, 'ada', generated);
    await page.getByText('Generated code').waitFor();
    assert.equal(await titlesOf(page), ['Generated code', 'Use the logger']);
    await page.keyboard.press('/');
    await page.keyboard.type('src/a.ts');
    await page.getByText('Generated code').waitFor({ state: 'detached' });
    assert.match(page.url(), /\?file=src%2Fa.ts$/);
    await propose(world, 'bob', { title: 'Not of this file', affected_files: ['docs/**'] });
    await propose(world, 'bob', { title: 'Of this file', affected_files: ['**/a.ts'] });
    await page.getByText('Of this file').waitFor();
    assert.equal(await titlesOf(page), ['Of this file', 'Use the logger']);
    await page.getByLabel('Tier').selectOption('must');
    await page.getByText('No rule is about this file').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Generated code').waitFor();
    const status = page.getByRole('navigation', { name: 'Status' });
    await status.getByRole('link', { name: 'Active 4' }).waitFor();
    await status.getByRole('link', { name: 'Retired' }).click();
    await page.getByText('No rule has been retired').waitFor();
    await tab.close();
  },
);

inBrowser(
  'DSH-58',
  'an admin gives a rule another tier and retires it, and each can be undone',
  async (world) => {
    const cid = await propose(world, 'bob', generated);
    const { id } = world.workspace;
    await world.as('ada').ok('acceptConvention', { id, cid });
    const tab = await tabOf(world, { view: `conventions/${cid}` });
    const other = await tabOf(world, { view: `conventions/${cid}`, person: 'bob' });
    const { page } = tab;
    const undo = page.getByRole('button', { name: 'Undo' });
    await page.getByLabel('Tier').selectOption('should');
    await other.page.getByText('ada made it count as a should.').waitFor();
    await undo.click();
    await page.getByText('Undone.').waitFor();
    assert.is((await read(world, cid)).tier, 'must');
    await page.getByRole('button', { name: 'Retire' }).click();
    await page.getByText('It is retired and counts no more.').waitFor();
    await other.page.getByText('It is retired and counts no more.').waitFor();
    const again = other.page.getByRole('button', { name: 'Reactivate' });
    assert.ok(await again.isDisabled(), 'a member may not');
    assert.match(String(await again.getAttribute('title')), /Only admins/);
    await undo.click();
    await page.getByRole('button', { name: 'Retire' }).waitFor();
    assert.is((await read(world, cid)).status, 'active');
    await tab.close();
    await other.close();
  },
);

inBrowser(
  'DSH-58',
  'who proposed a rule cannot accept it, is told why, and withdraws it after a question',
  async (world) => {
    const cid = await propose(world, 'bob', generated);
    const tab = await tabOf(world, { view: `conventions/${cid}`, person: 'bob' });
    const { page } = tab;
    const accept = page.getByRole('button', { name: 'Accept' });
    assert.ok(await accept.isDisabled());
    assert.match(String(await accept.getAttribute('title')), /You proposed it/);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.is((await read(world, cid)).status, 'proposed');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('bob retired it.').waitFor();
    await tab.close();
  },
);

inBrowser(
  'DSH-4',
  'a refusal is shown in the words of the service, and nothing else changes',
  async (world) => {
    const cid = await propose(world, 'bob', { affected_files: [] });
    const tab = await tabOf(world, { view: `conventions/${cid}` });
    const { page } = tab;
    await page.getByLabel('Tier').selectOption('must');
    await page.getByRole('status').getByText('needs to say for which files').waitFor();
    assert.is(await page.getByLabel('Tier').inputValue(), 'should');
    await tab.close({ mayComplain: true });
  },
);

inBrowser(
  'DSH-59',
  'a rule is proposed while the files that its globs match stand beside it, live',
  async (world) => {
    await publish(world, 'bob', [fileOf('gen/a.ts', ['f']), fileOf('src/b.ts', ['g'])]);
    const tab = await tabOf(world, { view: 'conventions' });
    const { page } = tab;
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByLabel('The rule, in one line').fill('Generated code is not edited');
    await page.getByLabel('Must').check();
    const send = page.getByRole('button', { name: 'Propose', exact: true });
    await send.click();
    await page.getByRole('alert').getByText('needs to say for which files').waitFor();
    const globs = page.getByLabel('Globs of its files');
    await globs.fill('../gen');
    await page.getByRole('alert').getByText('leads out of its folder').waitFor();
    assert.ok(await send.isDisabled());
    await globs.fill('gen/**');
    await page.getByText('matches 1 of 2 files').waitFor();
    const matched = page.getByRole('list', { name: 'Matched files' });
    await publish(world, 'cleo', [fileOf('gen/new.ts', ['h'])]);
    await page.getByText('matches 2 of 3 files').waitFor();
    assert.equal((await matched.innerText()).split('\n'), ['gen/a.ts', 'gen/new.ts']);
    await send.click();
    await page.getByRole('heading', { name: 'Generated code is not edited', level: 1 }).waitFor();
    await page.getByText('matches 2 of 3 files').waitFor();
    await publish(world, 'cleo', [fileOf('gen/new.ts', [])]);
    await publish(world, 'cleo', [fileOf('gen/last.ts', ['h'])]);
    await matched.getByText('gen/last.ts').waitFor();
    await tab.close({ mayComplain: true });
  },
);

inBrowser('DSH-6', 'hostile titles, reasons and globs of rules are text', async (world) => {
  const cid = await propose(world, 'bob', {
    title: `<img src=x onerror="document.title='owned'"> ${hostileLine}`,
    rationale: `<script>document.title='owned'</script>\n${hostileText}`,
    affected_files: ['src/<b>*</b>/**', 'src/\u202e*.ts'],
  });
  const tab = await tabOf(world, { view: 'conventions' });
  const { page } = tab;
  await page.getByText('<img src=x').waitFor();
  assert.equal(unseenIn(await page.locator('main').innerText()), []);
  await page.getByText('<img src=x').click();
  await page.waitForURL(new RegExp(`/conventions/${cid}$`));
  await page.getByText('<script>document.title').waitFor();
  assert.equal(unseenIn(await page.locator('main').innerText()), []);
  assert.is(await page.locator('main :is(img, script, b)').count(), 0);
  assert.not.match(await page.title(), /^owned/);
  await tab.close();
});

for (const theme of ['light', 'dark'] as const)
  inBrowser('DSH-58', `axe finds nothing in the views of rules (${theme})`, async (world) => {
    await publish(world, 'bob', [fileOf('gen/a.ts', ['f'])]);
    const proposed = await propose(world, 'bob', generated);
    const retired = await propose(world, 'ada', generated);
    const { id } = world.workspace;
    await world.as('ada').ok('changeConvention', { id, cid: retired, status: 'retired' });
    await propose(world, 'ada', { tier: 'may', rationale: 'So it is.' });
    const tab = await tabOf(world, { view: 'conventions' });
    const { page } = tab;
    await page.emulateMedia({ colorScheme: theme });
    const base = page.url();
    for (const part of ['', '?status=proposed', `/${proposed}`, `/${retired}`, '?new=1']) {
      await page.goto(`${base}${part}`);
      await page.locator(`html[data-theme=${theme}] main[data-ready]`).waitFor();
      assert.equal(await violations(page), [], part);
    }
    await page.getByLabel('Globs of its files').fill('gen/**\n../x');
    assert.equal(await violations(page), [], 'with a wrong glob');
    await tab.close();
  });

inBrowser('DSH-58', 'on a phone and at 200 % nothing goes sideways', async (world) => {
  const cid = await propose(world, 'bob', {
    title: 'A rule with a long title that goes on and on, so that it takes many lines',
    affected_files: [`${'deep/'.repeat(30)}*.ts`, 'src/**'],
  });
  const tab = await tabOf(world, { view: 'conventions' });
  const { page } = tab;
  await fitsSmallScreens(page, ['', `/${cid}`, '?new=1']);
  await tab.close();
});

test.after(closeBrowser);
test.run();
