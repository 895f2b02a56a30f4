/** What the reader of a meeting was not sure of, what it says of its reading, and who does what, in a real browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import type { TranscriptReader } from '../../relay/meetings/reading/read.ts';
import { leastSure } from '../../shared/meetings/confidence.ts';
import { hostileText, unseenIn } from '../support/hostile-text.ts';
import type { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';
import { ingest, items } from '../meetings/suggesting.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

const html = '<img src=x onerror="document.title=1">';
const [dropLogin, askCustomers] = ['Drop the old login page', 'Ask the customers'];

function finding(found: typeof items): { transcriptReader: TranscriptReader } {
  return { transcriptReader: () => Promise.resolve(found) };
}

/** Ada's tab at a meeting of which something was suggested. */
async function reading(world: World) {
  const made = await ingest(world);
  const tab = await tabOf(world, { view: `meetings/${made.id}` });
  const row = (title: string) => tab.page.getByRole('listitem').filter({ hasText: title }).first();
  const now = () => world.as('cleo').ok('getMeeting', { meeting_id: made.id, brief: true });
  return { made, tab, page: tab.page, row, now };
}

const suggestions = (page: Page) => page.getByRole('list', { name: 'Suggestions' });

inBrowser(
  'MTG-12',
  'a suggestion is confirmed, edited and confirmed, or dropped, by the keys that are printed',
  async (world) => {
    const { tab, page, row, now } = await reading(world);
    await page.getByText('They count only when somebody confirms them.').waitFor();
    await page.getByText('c confirm').waitFor();
    assert.is(await suggestions(page).getByLabel('Suggested').count(), 2);
    await row(dropLogin).locator('[data-row]').focus();
    await page.keyboard.press('e');
    await page.getByLabel('What was decided').fill('Drop the login page in May');
    await page.keyboard.press('Enter');
    await page.getByText('Changed.').waitFor();
    await row('Drop the login page in May').locator('[data-row]').focus();
    await page.keyboard.press('c');
    const decisions = page.getByRole('list', { name: 'Decisions' });
    await decisions.getByText('Drop the login page in May').waitFor();
    await row(askCustomers).locator('[data-row]').focus();
    await page.keyboard.press('x');
    await eventually('no suggestion to wait', async () =>
      (await suggestions(page).count()) === 0 ? true : undefined,
    );
    const after = await now();
    assert.equal(after.suggestions ?? [], []);
    assert.equal(
      after.decisions.map(({ title, state }) => [title, state]),
      [
        ['Use JWT tokens', 'found'],
        ['Drop the login page in May', 'confirmed'],
      ],
    );
    assert.is(after.action_items.length, 1);
    const { decisions: all } = await world
      .as('bob')
      .ok('listDecisions', { id: world.workspace.id });
    assert.ok(all.some(({ title }) => title === 'Drop the login page in May'));
    await tab.close();
  },
  finding(items),
);

inBrowser(
  'MTG-12',
  'the form of a suggestion offers the members for it, any other name, and the words of its day',
  async (world) => {
    const { tab, page, row, now } = await reading(world);
    await row(askCustomers).getByRole('button', { name: 'Edit (e)' }).click();
    await page.getByText('Said as “soon”').waitFor();
    const who = page.locator('form').getByLabel('Who does it');
    const offered = `[...document.querySelectorAll('datalist option')].map(({ value }) => value).sort().join()`;
    assert.is(await page.evaluate(offered), 'ada,bob,cleo');
    await who.fill('Zoe from sales');
    await page.getByLabel('Until').fill('2026-12-24');
    assert.equal(await violations(page), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await row(askCustomers).getByText('by Thu, Dec 24').waitFor();
    const [, second] = (await now()).suggestions ?? [];
    assert.equal([second?.assignee, second?.deadline], ['Zoe from sales', '2026-12-24']);
    await row(askCustomers).getByRole('button', { name: 'Confirm (c)' }).click();
    const actions = page.getByRole('list', { name: 'Action items' });
    await actions.getByText(askCustomers, { exact: true }).waitFor();
    const made = (await now()).action_items.find(({ action }) => action === askCustomers);
    assert.equal([made?.assignee, made?.state], ['Zoe from sales', 'confirmed']);
    await tab.close();
  },
  finding(items),
);

inBrowser(
  'DSH-69',
  'the form of an action item offers its members and the words of its day, on a phone too',
  async (world) => {
    const { tab, page, row, now } = await reading(world);
    await page.setViewportSize({ width: 390, height: 844 });
    await row('Write the migration').locator('[data-row]').focus();
    await page.keyboard.press('e');
    await page.getByText('Said as “by Friday”').waitFor();
    assert.is(await page.getByLabel('Until').inputValue(), '2026-12-04');
    const who = page.locator('form').getByLabel('Who does it');
    assert.is(await who.inputValue(), 'Cleo');
    await who.fill('bob');
    assert.equal(await violations(page), []);
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.keyboard.press('Enter');
    await page.getByText('Changed.').waitFor();
    const [item] = (await now()).action_items;
    assert.equal([item?.assignee, item?.deadline_words], ['bob', 'by Friday']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(
      'the name that was said',
      async () => /^cleo$/i.test((await now()).action_items[0]?.assignee ?? '') || undefined,
    );
    await tab.close();
  },
  finding(items),
);

inBrowser(
  'DSH-69',
  'where nothing that is sure waits, no button confirms all of it',
  async (world) => {
    const { tab, page, row } = await reading(world);
    const all = page.getByRole('button', { name: /^Confirm all|^All reviewed/ });
    assert.is(await all.count(), 0);
    await row('Use JWT tokens').getByRole('button', { name: 'Confirm (c)' }).click();
    await page.getByRole('button', { name: 'All reviewed' }).waitFor();
    await tab.close();
  },
  finding({
    ...items,
    decisions: items.decisions.map((one) => ({ ...one, confidence: leastSure - 0.05 })).slice(0, 1),
    actions: [],
  }),
);

inBrowser(
  'MTG-18',
  'what the built-in reader found is marked until it is confirmed, and its notices are shown',
  async (world) => {
    const { tab, page, row } = await reading(world);
    await page.getByText('Half of it is not in English, and was not read.').waitFor();
    await page.getByText('Agents are told so until somebody confirms it.').waitFor();
    const meeting = page.url();
    const decisions = `${meeting.split('/meetings/')[0]}/decisions`;
    await page.goto(decisions);
    await page.getByText('not confirmed').first().waitFor();
    await page.goto(meeting);
    await row('Use JWT tokens').getByRole('button', { name: 'Confirm (c)' }).click();
    await row('Use JWT tokens').getByLabel('Confirmed').waitFor();
    await page.goto(decisions);
    await page.getByText('Use JWT tokens').first().waitFor();
    assert.is(await page.getByText('not confirmed').count(), 0);
    await tab.close();
  },
  finding(items),
);

const hostile = {
  actions: items.actions.map((one) => ({
    ...one,
    action: `${html} ${one.action}`,
    assignee: html,
  })),
  decisions: items.decisions.map((one) => ({
    ...one,
    title: `${html} ${one.title}${hostileText.replaceAll('\n', ' ')}`,
    confidence: leastSure / 2,
  })),
  notices: [`${html}${hostileText}`],
};

inBrowser(
  'DSH-6',
  'hostile words in a suggestion, a notice and a name are text',
  async (world) => {
    const { tab, page, row } = await reading(world);
    for (const title of [dropLogin, askCustomers]) {
      await row(title).getByRole('button', { name: 'Edit (e)' }).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      assert.is(await page.locator('main img').count(), 0);
      assert.equal(unseenIn(await page.locator('main').innerText()), []);
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
    await page.getByText(html).first().waitFor();
    assert.match(await page.title(), 'coord');
    await tab.close();
  },
  finding(hostile),
);

test.after(closeBrowser);
test.run();
