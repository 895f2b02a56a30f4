/** The board of tasks in a real browser: tasks are made, moved and handed on, with others who do the same. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startStream, stream } from '../gate/steps.ts';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { addTask, shownWithinMs } from './work-steps.ts';

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

inBrowser(
  'DSH-65',
  'a task that is in progress is on the board, however many newer ones wait',
  async (world) => {
    const { id } = world.workspace;
    await startStream(world);
    const task_id = await addTask(world, 'Sum the lines');
    await world.as('bob').ok('claimTask', { id, task_id });
    for (let number = 0; number < 201; number++) await addTask(world, `Round ${number}`);
    const { page, ...tab } = await tabOf(world, { view: 'work/tasks' });
    const column = (name: string) => page.getByRole('region', { name });
    await column('In progress').getByText('Sum the lines').waitFor();
    const counts = page.locator('.board-column h2 .numbers');
    assert.equal(await counts.allInnerTexts(), ['200+', '1', '0', '0']);
    await column('To do').getByRole('button', { name: 'Show more' }).click();
    await column('To do').getByText('Round 0', { exact: true }).waitFor();
    assert.equal(await counts.allInnerTexts(), ['201', '1', '0', '0']);
    await page.goto(page.url().replace('/tasks', `/tasks/${task_id}`));
    await page.getByText('None of the newest 200 open tasks waits for it.').waitFor();
    await tab.close();
  },
);

test.after(closeBrowser);
test.run();
