/** Work in a real browser: each tab, record and action, with others who change the same things. */
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
import type { World } from '../support/harness.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

/** On a machine that does other things too; alone it takes less than 300. */
const shownWithinMs = 1_500;

/** A task of the workstream of the tests. */
async function addTask(world: World, title: string, more: object = {}): Promise<string> {
  const { id } = world.workspace;
  return (await world.as('ada').ok('createTask', { id, workstream: stream, title, ...more })).id;
}

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

inBrowser('DSH-65', 'tasks move on the board, and each move is undone or asks', async (world) => {
  const { id } = world.workspace;
  await startStream(world);
  const first = await addTask(world, 'Sum the lines');
  await addTask(world, 'Print the sum', { depends_on: [first] });
  const { page, ...tab } = await tabOf(world, { view: 'work/tasks' });
  const column = (name: string) => page.getByRole('region', { name });
  const todo = column('To do').getByRole('listitem');
  await todo.getByLabel('Move Sum the lines').click();
  await todo.getByRole('button', { name: 'Claim it myself' }).click();
  await column('In progress').getByText('Sum the lines').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await column('To do').getByText('Sum the lines').waitFor();
  assert.is((await world.as('ada').ok('getTask', { id, task_id: first })).status, 'todo');
  await column('Blocked').getByText('waits for 1').waitFor();
  await todo.getByLabel('Move Sum the lines').click();
  await todo.getByRole('button', { name: 'Mark as done' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText('it cannot be opened again').waitFor();
  await asked.getByRole('button', { name: 'Mark as done' }).click();
  await column('Done').getByText('Sum the lines').waitFor();
  await column('To do').getByText('Print the sum').waitFor();
  await tab.close();
});

inBrowser('DSH-65', 'a task is made, edited and handed to an agent', async (world) => {
  const { id } = world.workspace;
  await startStream(world);
  await addTask(world, 'Sum the lines');
  const session = await world.as('bob').agent().start('bills');
  const { page, ...tab } = await tabOf(world, { view: 'work/tasks?new=1' });
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').fill('Print the sum');
  await form.getByLabel('What has to be done').fill('On paper');
  await form.getByRole('checkbox', { name: 'Sum the lines' }).check();
  await form.getByRole('button', { name: 'Create' }).click();
  const card = page.getByRole('region', { name: 'Blocked' }).getByRole('listitem');
  await card.getByText('Print the sum').waitFor();
  await card.getByLabel('Move Print the sum').click();
  await card.getByRole('button', { name: 'Edit…' }).click();
  await form.getByRole('checkbox', { name: 'Sum the lines' }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  const free = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  await free.getByText('Print the sum').waitFor();
  await free.getByLabel('Move Print the sum').click();
  await free.getByRole('button', { name: 'Hand to an agent…' }).click();
  await form.getByRole('button', { name: /bob/ }).click();
  await free.filter({ hasText: 'Print the sum' }).getByText('bob').waitFor();
  const { tasks } = await world.as('ada').ok('listTasks', { id, assignee_session: session });
  assert.equal(
    tasks.map(({ title, depends_on, description }) => [title, depends_on, description]),
    [['Print the sum', [], 'On paper']],
  );
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByText('Undone.').waitFor();
  await tab.close();
});

inBrowser(
  'DSH-65',
  'the board is walked by keyboard, and shows what a card waits for',
  async (world) => {
    await startStream(world);
    const first = await addTask(world, 'Sum the lines');
    await addTask(world, 'Print the sum', { depends_on: [first] });
    const { page, ...tab } = await tabOf(world, { view: 'work/tasks' });
    await page.getByRole('link', { name: 'Sum the lines' }).focus();
    assert.is(await page.locator('.board-curves > path').count(), 1);
    await page.keyboard.press('ArrowRight');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    assert.is(await focused(), 'Print the sum');
    await page.keyboard.press('m');
    assert.is(await focused(), 'Cancel the task');
    await page.keyboard.press('ArrowDown');
    assert.is(await focused(), 'Hand to an agent…');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Print the sum' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Print the sum', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Depends on' }).getByText('Sum the lines').waitFor();
    await page.getByRole('link', { name: 'Sum the lines' }).click();
    await page.getByRole('region', { name: 'Needed by' }).getByText('Print the sum').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByLabel('All dependencies').check();
    assert.is(await page.locator('.board-curves > path').count(), 1);
    assert.match(page.url(), /lines=all/);
    await tab.close();
  },
);

inBrowser(
  'DSH-65',
  'what an agent does with tasks appears at once, by filters, and a refusal in its words',
  async (world) => {
    const { id } = world.workspace;
    await startStream(world);
    const task_id = await addTask(world, 'Sum the lines');
    const bob = world.as('bob');
    const session_id = await bob.agent().start('bills');
    const cleos = await tabOf(world, {
      view: `work/tasks?workstream=${stream}&assignee=${bob.id}`,
      person: 'cleo',
    });
    const { page } = cleos;
    await page.getByText('No task is like this').waitFor();
    await bob.ok('claimTask', { id, task_id, session_id });
    const card = page.getByRole('region', { name: 'In progress' }).getByRole('listitem');
    await card.getByText('Sum the lines').waitFor({ timeout: shownWithinMs });
    await card.getByLabel('Move Sum the lines').click();
    await card.getByRole('button', { name: 'Put it back' }).click();
    await page.getByText(/Only who claimed it, bob/).waitFor();
    await bob.ok('changeTask', { id, task_id, status: 'done', session_id });
    await page
      .getByRole('region', { name: 'Done' })
      .getByText('Sum the lines')
      .waitFor({ timeout: shownWithinMs });
    // The refusal is a 403, which the browser puts on record.
    await cleos.close({ mayComplain: true });
  },
);

/** Ada's meeting about a file. */
async function meet(world: World): Promise<void> {
  const workspace_id = world.workspace.id;
  const transcript = 'Ann: We decided to use JWT in src/auth.ts.\nBob: I will write the docs.';
  await world.as('ada').ok('ingestMeeting', { workspace_id, title: '<b>Login</b>', transcript });
}

inBrowser(
  'DSH-66',
  'the work of a meeting is claimed, begun and completed in its line (MTG-1)',
  async (world) => {
    const { id } = world.workspace;
    const { page, ...tab } = await tabOf(world, { view: 'work/packages' });
    await page.getByText('No work packages yet').waitFor();
    await meet(world);
    const meeting = page.getByRole('region', { name: '<b>Login</b>' });
    await meeting.getByText('Use JWT in src/auth.ts').first().waitFor();
    const steps = [
      ['Claim', 'The package is yours.'],
      ['Begin', 'The package is in progress.'],
      ['Complete', 'The package is completed.'],
    ] as const;
    for (const [step, done] of steps) {
      await meeting.getByRole('button', { name: step }).click();
      const asked = page.getByRole('dialog', { name: `${step} the package` });
      await asked.getByText(/cannot be|back/).waitFor();
      await asked.getByRole('button', { name: step }).click();
      await page.getByText(done).waitFor();
    }
    await meeting.getByText('completed').waitFor();
    const { packages } = await world.as('ada').ok('listPackages', { id });
    assert.equal(
      packages.map(({ status, assignee_name }) => [status, assignee_name]),
      [['completed', 'ada']],
    );
    await meeting.locator('summary').click();
    await meeting.getByRole('link', { name: 'Use JWT in src/auth.ts' }).waitFor();
    await tab.close();
  },
);

inBrowser('DSH-4', 'who begins somebody else’s package is told whose it is', async (world) => {
  const { id } = world.workspace;
  await meet(world);
  const { packages } = await world.as('ada').ok('listPackages', { id });
  await world.as('bob').ok('claimPackage', { id, pid: packages[0]?.id });
  const { page, ...tab } = await tabOf(world, { view: 'work/packages' });
  await page.getByRole('button', { name: 'Begin' }).click();
  const asked = page.getByRole('dialog', { name: 'Begin the package of bob' });
  await asked.getByText('It is with bob, not with you.').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  const after = await world.as('ada').ok('listPackages', { id });
  assert.is(after.packages[0]?.status, 'claimed');
  await tab.close();
});

inBrowser('DSH-66', 'a package of somebody else says who moves it', async (world) => {
  const { id } = world.workspace;
  await meet(world);
  const { packages } = await world.as('ada').ok('listPackages', { id });
  const { page, ...tab } = await tabOf(world, { view: 'work/packages', person: 'cleo' });
  await page.getByRole('button', { name: 'Claim' }).waitFor();
  await world.as('bob').ok('claimPackage', { id, pid: packages[0]?.id });
  const begin = page.getByRole('button', { name: 'Begin' });
  await begin.waitFor({ timeout: shownWithinMs });
  assert.ok(await begin.isDisabled());
  assert.match(String(await begin.getAttribute('title')), 'It is with bob, who moves it');
  await page.getByLabel('Whose').selectOption('Mine');
  await page.getByText('No work package is like this').waitFor();
  await tab.close();
});

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
