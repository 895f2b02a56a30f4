/** Work in a real browser: workstreams, the gate that they pass, and what holds for each of its parts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  confirm,
  failed,
  machine,
  receiptFor,
  record,
  sha,
  startStream,
  stream,
} from '../gate/steps.ts';
import { hostileLine, hostileText, unseenIn } from '../support/hostile-text.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { addTask, meet, shownWithinMs } from './work-steps.ts';

inBrowser('DSH-64', 'a workstream is started, joined, left, and ended', async (world) => {
  const { id } = world.workspace;
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  await page.getByText('No workstream is active').waitFor();
  await page.getByRole('button', { name: 'New workstream' }).click();
  await page.getByLabel('Title').fill('Guest checkout');
  await page.getByText('coord/guest-checkout').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { name: 'Guest checkout', level: 1 }).waitFor();
  assert.match(page.url(), /\/work\/guest-checkout$/);
  await page.getByText('No commit of it has passed the gate').first().waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Leave' }).waitFor();
  const task = { id, workstream: 'guest-checkout', title: 'Ask for an address' };
  const { id: task_id } = await world.as('bob').ok('createTask', task);
  const open = page.getByRole('region', { name: 'Open before it can end' });
  await open.getByRole('link', { name: 'Ask for an address' }).waitFor();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByLabel('Address of the pull request').fill('https://example.com/1');
  await page.getByText('One task is open and blocks it').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Complete it' }).isDisabled());
  await world.as('bob').ok('changeTask', { id, task_id, status: 'done' });
  await page.getByRole('button', { name: 'Complete it' }).click();
  await page.getByText('completed', { exact: true }).waitFor();
  const { workstreams } = await world.as('bob').ok('listWorkstreams', { id });
  assert.equal(
    workstreams.map(({ status, pr_url }) => [status, pr_url]),
    [['completed', 'https://example.com/1']],
  );
  await page.getByRole('link', { name: 'Work', exact: true }).first().click();
  await page.getByLabel('State').selectOption('Completed');
  await page.getByRole('link', { name: 'Guest checkout', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Pull request of Guest checkout' }).waitFor();
  assert.match(page.url(), /state=completed/);
  await tab.close();
});

inBrowser('DSH-64', 'what others do in a workstream appears at once', async (world) => {
  const { id } = world.workspace;
  await startStream(world);
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  const row = page.getByRole('listitem').filter({ hasText: stream });
  await row.getByText('No tasks').waitFor();
  const task_id = await addTask(world, 'one');
  await row.getByLabel('0 of 1 tasks done').waitFor({ timeout: shownWithinMs });
  await world.as('bob').ok('changeTask', { id, task_id, status: 'done' });
  await row.getByLabel('1 of 1 tasks done').waitFor({ timeout: shownWithinMs });
  await world
    .as('bob')
    .agent('b', { branch: `coord/${stream}` })
    .start('bills');
  await row.getByText('bob +1').waitFor({ timeout: shownWithinMs });
  await tab.close();
});

inBrowser(
  'DSH-64',
  'who may not end a workstream is told why, and what is abandoned asks first',
  async (world) => {
    await startStream(world);
    const bobs = await tabOf(world, { view: `work/${stream}`, person: 'bob' });
    const locked = bobs.page.getByRole('button', { name: 'Abandon' });
    assert.ok(await locked.isDisabled());
    assert.match(String(await locked.getAttribute('title')), 'Join it, or ask one of them.');
    await bobs.page.getByRole('button', { name: 'Join' }).click();
    await bobs.page.locator('button:enabled', { hasText: 'Abandon' }).click();
    await bobs.page.getByLabel('Why').fill('not needed');
    await bobs.page.getByRole('button', { name: 'Abandon it' }).click();
    await bobs.page.getByText('abandoned', { exact: true }).waitFor();
    await bobs.page.getByText('not needed').waitFor();
    await bobs.close();
  },
);

inBrowser('DSH-67', 'runs, commits and flakes of the gate, and one run whole', async (world) => {
  await startStream(world);
  const { page, ...tab } = await tabOf(world, { view: 'work/gate' });
  await page.getByText('Nothing was shown to the gate yet').waitFor();
  await confirm(world, { test_results: failed });
  const runs = page.getByRole('list', { name: 'Runs of the gate' });
  await runs.getByText('logs in').waitFor({ timeout: shownWithinMs });
  const receipt = await receiptFor(world);
  await runs.getByText('waits for its commit').waitFor({ timeout: shownWithinMs });
  await record(world, { receipt });
  await runs.getByText('recorded').waitFor({ timeout: shownWithinMs });
  await page.getByLabel('Outcome').selectOption('Failed');
  assert.match(page.url(), /outcome=failed/);
  await runs.getByText('confirmed').waitFor({ state: 'detached' });
  await runs.getByRole('link', { name: sha('one').slice(0, 8) }).click();
  await page.getByRole('region', { name: 'Failures' }).getByText('logs in').waitFor();
  const tests = page.getByRole('region', { name: 'Tests' });
  await tests.getByText('test/auth.test.ts').waitFor();
  await page.getByRole('link', { name: 'Gate' }).click();
  await page.getByRole('link', { name: 'Flakes' }).click();
  await page.getByRole('list', { name: 'Flakes' }).getByText('logs in').waitFor();
  await page.getByRole('link', { name: 'Commits' }).click();
  await page.getByRole('link', { name: sha('one').slice(0, 8) }).click();
  await page.getByText('confirmed', { exact: true }).waitFor();
  await page.getByText('An agent says that it ran the tests.').waitFor();
  await tab.close();
});

inBrowser('DSH-67', 'a run whose tests were not counted says so', async (world) => {
  await startStream(world);
  await confirm(world, { test_results: undefined, attestation: machine()() });
  const { page, ...tab } = await tabOf(world, { view: 'work/gate' });
  const runs = page.getByRole('list', { name: 'Runs of the gate' });
  await runs.getByText('not counted').waitFor();
  assert.is(await runs.getByText('passed').count(), 0);
  await runs.getByRole('link', { name: sha('one').slice(0, 8) }).click();
  await page.getByText('not counted').waitFor();
  await tab.close();
});

inBrowser('DSH-67', 'every column of the runs is seen at any width', async (world) => {
  await startStream(world);
  await receiptFor(world);
  const { page, ...tab } = await tabOf(world, { view: 'work/gate' });
  const rows = page.getByRole('list', { name: 'Runs of the gate' });
  await rows.locator('.gate-runs').waitFor();
  for (const width of [1_440, 1_280, 1_240, 1_100, 1_000, 800]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await rows.evaluate((list) => list.scrollWidth - list.clientWidth);
    assert.is(over, 0, `${over} px are cut off at ${width}`);
  }
  await tab.close();
});

inBrowser('DSH-68', 'a workstream that is called like a tab has an address', async (world) => {
  await startStream(world, 'gate');
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  await page.getByRole('link', { name: 'gate', exact: true }).click();
  await page.getByRole('heading', { name: 'gate', level: 1 }).waitFor();
  assert.match(page.url(), /\/work\/workstreams\/gate$/);
  await page.reload();
  await page.getByRole('heading', { name: 'gate', level: 1 }).waitFor();
  await tab.close();
});

inBrowser('DSH-6', 'hostile words of a workstream and a task are shown as text', async (world) => {
  const { id } = world.workspace;
  const image = '<img src=x onerror="document.title=1">';
  await startStream(world, stream, { title: `${image}${hostileLine}`, description: hostileText });
  const task_id = await addTask(world, `${image}${hostileLine}`, {
    description: `${image}${hostileText}`,
    context: { [image]: hostileText },
  });
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  for (const view of ['work', `work/${stream}`, 'work/tasks', `work/tasks/${task_id}`]) {
    await page.goto(`${page.url().split('/work')[0]}/${view}`);
    await page.locator('main[data-ready]').waitFor();
    await page.getByText(image).first().waitFor();
    assert.equal(unseenIn(await page.locator('main').innerText()), [], view);
    assert.is(await page.locator('main img').count(), 0);
  }
  assert.ok((await world.as('ada').ok('getTask', { id, task_id })).title.includes(image));
  await tab.close();
});

inBrowser('DSH-5', 'axe finds nothing in any part of Work, in either theme', async (world) => {
  await startStream(world);
  const first = await addTask(world, 'Sum the lines');
  await addTask(world, 'Print the sum', { depends_on: [first] });
  await meet(world);
  await confirm(world, { test_results: failed });
  await record(world, { receipt: await receiptFor(world) });
  const { id } = world.workspace;
  const { runs } = await world.as('ada').ok('listGateRuns', { id });
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  const base = page.url().split('/work')[0];
  const records = [stream, `tasks/${first}`, `gate/${runs.at(-1)?.id}`];
  const tabs = ['', 'tasks?lines=all&cancelled=1', 'packages', 'gate', 'commits', 'flakes'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const part of [...tabs, ...records]) {
      await page.goto(`${base}/work/${part}`);
      await page.locator('main[data-ready]').waitFor();
      assert.equal(await violations(page), [], `${part} (${colorScheme})`);
    }
  }
  await tab.close();
});

inBrowser('DSH-5', 'no part of Work scrolls sideways on a phone or at 200 %', async (world) => {
  await startStream(world);
  await addTask(world, 'Sum the lines');
  await meet(world);
  await confirm(world, { test_results: failed });
  const { page, ...tab } = await tabOf(world, { view: 'work' });
  const base = page.url().split('/work')[0];
  for (const width of [390, 720]) {
    await page.setViewportSize({ width, height: 700 });
    for (const part of ['', 'tasks', 'packages', 'gate', stream]) {
      await page.goto(`${base}/work/${part}`);
      await page.locator('main[data-ready]').waitFor();
      const tooWide = await page.evaluate<number[]>(`['main', 'html'].map((name) => {
        const { scrollWidth, clientWidth } = document.querySelector(name);
        return scrollWidth - clientWidth;
      })`);
      assert.equal(tooWide, [0, 0], `${part} at ${width}`);
    }
  }
  await tab.close();
});

test.after(closeBrowser);
test.run();
