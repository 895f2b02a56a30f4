/** The Inbox in a real browser against a real relay. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileLine, unseenIn } from '../support/hostile-text.ts';
import type { World } from '../support/harness.ts';
import { closeBrowser, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { dialog, focused, list, opened, row } from './inbox-page.ts';
import * as seed from './waiting-seed.ts';

const { both, file } = seed;
const relay = { languageModel: seed.model };

/** `login by bob`, for every live reservation. */
async function reserved(world: World): Promise<string[]> {
  const all = await world.as('cleo').reservations();
  return all.map(({ symbol_ids, user_name }) => `${symbol_ids[0]} by ${user_name}`).sort();
}

inBrowser('CNV-5', 'a proposed rule is shown, and a button accepts it', async (world) => {
  const { id } = world.workspace;
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  const cid = await seed.propose(world);
  await row(page, 'Generated code').click();
  await opened(page)
    .getByText('bob proposed it (must) for gen/**; it denies nothing yet')
    .waitFor();
  await opened(page).getByText('None of the 0 files').waitFor();
  await opened(page).getByRole('button', { name: 'Accept' }).click();
  await dialog(page).getByText('then denies every write to gen/**').waitFor();
  await dialog(page).getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Nothing waits for a person').waitFor();
  const { conventions } = await world.as('bob').ok('listConventions', { id });
  assert.equal(
    conventions.map((one) => [one.id, one.status]),
    [[cid, 'active']],
  );
  await tab.close();
});

inBrowser('NEG-7', 'a person gives what was escalated to who asked', async (world) => {
  const one = await seed.escalate(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  await opened(page).getByText('the fix needs both').waitFor();
  await opened(page).getByText('not now').first().waitFor();
  await opened(page).getByText('rename the user').waitFor();
  await opened(page).getByRole('button', { name: 'Give it to bob' }).click();
  await dialog(page).getByLabel('Why').fill('the fix first');
  await dialog(page).getByRole('button', { name: 'Give it to bob' }).click();
  await list(page).waitFor({ state: 'detached' });
  const settled = await world.as('cleo').ok('getNegotiation', one);
  assert.equal([settled.status, settled.outcome], ['resolved', 'yield']);
  assert.is(settled.turns.at(-1)?.note, 'the fix first');
  assert.equal(await reserved(world), [`${both[0]} by bob`, `${both[1]} by bob`]);
  await page.getByText('ada gave it to bob: the fix first').waitFor();
  await tab.close();
});

inBrowser('NEG-7', 'a person divides what was escalated', async (world) => {
  await seed.escalate(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  await opened(page).getByRole('button', { name: 'Divide' }).click();
  const divide = dialog(page).getByRole('button', { name: 'Divide as ticked' });
  assert.ok(await divide.isDisabled(), 'nothing is ticked yet');
  await dialog(page).getByLabel(`${file}#logout`).check();
  await divide.click();
  await list(page).waitFor({ state: 'detached' });
  assert.equal(await reserved(world), [`${both[0]} by ada`, `${both[1]} by bob`]);
  await tab.close();
});

inBrowser('DSH-53', 'a file without symbols cannot be divided, and why is said', async (world) => {
  await seed.escalate(world, 'all of it', { file: 'docs/readme.md', symbols: [] });
  const tab = await tabOf(world, { view: 'inbox' });
  const divide = opened(tab.page).getByRole('button', { name: 'Divide' });
  await tab.page.getByTitle('The file has no symbols, so it cannot be divided.').waitFor();
  assert.ok(await divide.isDisabled());
  await tab.close();
});

inBrowser(
  'DSH-50',
  'one of each kind is listed, what stops somebody first, and the numbers are the summary’s',
  async (world) => {
    await seed.oneOfEach(world);
    const tab = await tabOf(world, { view: 'inbox' });
    const { page } = tab;
    const heads = await list(page).getByRole('heading').allInnerTexts();
    assert.equal(
      heads.map((text) => text.replace(/\s+/g, ' ')),
      [
        'Negotiations to settle 1',
        'Failed gates 1',
        'Branches that could not follow 1',
        'Stale decisions 1',
        'Proposed decisions 1',
        'Proposed rules 1',
        'Meeting results 2',
      ],
    );
    const { waiting } = await world.as('ada').ok('summary', { id: world.workspace.id });
    assert.is(await list(page).getByRole('link').count(), waiting.total);
    await page.getByRole('link', { name: `Inbox ${waiting.total} waiting` }).waitFor();
    await tab.close();
  },
  relay,
);

inBrowser(
  'DSH-51',
  'each kind opens with what a person needs to judge it, at an address of its own',
  async (world) => {
    await seed.oneOfEach(world);
    const tab = await tabOf(world, { view: 'inbox' });
    const { page } = tab;
    const needed: readonly (readonly [string, readonly string[]])[] = [
      ['pay: 1 test failed', ['expected 1, got 2', 'test/pay.test.ts', 'aaaaaaaaaaaa']],
      [
        'coord/search',
        ['uncommitted changes in b.ts. Commit or stash them.', 'git pull --ff-only'],
      ],
      ['Names are checked', ['(name: string)', '(user: User)', 'login checks the name']],
      ['Hashes are cached', ['Faster', 'traces of bob']],
      ['Generated code', ['gen/**']],
      ['Use JWT in src/jwt.ts', ['We decided to use JWT in src/jwt.ts.', 'Standup']],
      ['Write the docs', ['Fri, Jan 9, said as “by Friday”']],
      ['login and logout', ['the fix needs both', 'sign-in', 'function logout(): void']],
    ];
    for (const [title, texts] of needed) {
      await row(page, title).click();
      await opened(page).getByRole('heading', { level: 2 }).filter({ hasText: title }).waitFor();
      for (const text of texts) await opened(page).getByText(text).first().waitFor();
      const address = page.url();
      await page.reload();
      await opened(page).getByRole('heading', { level: 2 }).filter({ hasText: title }).waitFor();
      assert.is(page.url(), address);
    }
    await tab.close();
  },
  relay,
);

inBrowser(
  'DSH-52',
  'the whole of the Inbox is settled by keyboard alone',
  async (world) => {
    await seed.oneOfEach(world);
    const tab = await tabOf(world);
    const { page } = tab;
    const { keyboard } = page;
    const at = (text: string) =>
      page.locator('[data-row][aria-current]:focus').filter({ hasText: text }).waitFor();
    await keyboard.press('g');
    await keyboard.press('i');
    await at('login and logout');
    await keyboard.press('j');
    await at('pay: 1 test failed');
    await keyboard.press('k');
    await at('login and logout');
    await keyboard.press('h');
    await dialog(page).waitFor();
    await keyboard.type('after the release');
    await keyboard.press('Enter');
    await at('pay: 1 test failed');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await at('Names are checked');
    await keyboard.press('r');
    await dialog(page).waitFor();
    await keyboard.type('also for users');
    await keyboard.press('Enter');
    await at('Hashes are cached');
    await keyboard.press('a');
    await dialog(page).waitFor();
    await keyboard.press('Enter');
    await at('Generated code');
    await keyboard.press('a');
    await dialog(page).waitFor();
    await keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await at('Generated code');
    await keyboard.press('a');
    await dialog(page).waitFor();
    await keyboard.press('Enter');
    await at('Use JWT in src/jwt.ts');
    await keyboard.press('e');
    await dialog(page).waitFor();
    await keyboard.press('End');
    await keyboard.type(', everywhere');
    await keyboard.press('Enter');
    await at('everywhere');
    await keyboard.press('c');
    await at('Write the docs');
    await keyboard.press('i');
    await page.locator('select:focus').waitFor();
    await keyboard.press('c');
    await row(page, 'cleo').waitFor();
    await keyboard.press('Escape');
    await at('Write the docs');
    await keyboard.press('x');
    await at('coord/search');
    await keyboard.press('g');
    await keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
    const { waiting } = await world.as('ada').ok('summary', { id: world.workspace.id });
    assert.equal([waiting.gate_runs, waiting.branches, waiting.total], [1, 1, 2]);
    await tab.close();
  },
  relay,
);

inBrowser(
  'GAT-14',
  'a failed gate that one dismisses leaves the Inbox of all, and comes back with the next failure',
  async (world) => {
    await seed.failTheGate(world);
    const tabs = await Promise.all(
      ['ada', 'bob'].map((person) => tabOf(world, { view: 'inbox', person })),
    );
    const [ada, bob] = tabs.map(({ page }) => page);
    if (ada === undefined || bob === undefined) return;
    await row(bob, 'pay: 1 test failed').waitFor();
    await row(ada, 'pay: 1 test failed').click();
    await opened(ada).getByRole('button', { name: 'Dismiss' }).click();
    for (const page of [ada, bob])
      await row(page, 'pay: 1 test failed').waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Undo' }).click();
    for (const page of [ada, bob]) await row(page, 'pay: 1 test failed').waitFor();
    await row(ada, 'pay: 1 test failed').click();
    await opened(ada).getByRole('button', { name: 'Dismiss' }).click();
    for (const page of [ada, bob])
      await row(page, 'pay: 1 test failed').waitFor({ state: 'detached' });
    await seed.leaveOutTests(world);
    for (const page of [ada, bob]) await row(page, '1 test file was not run').waitFor();
    for (const tab of tabs) await tab.close();
  },
);

inBrowser('DSH-4', 'what is judged of a meeting can be taken back', async (world) => {
  await seed.meet(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  await page.keyboard.press('Shift+C');
  await page.getByText('Nothing waits for a person').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, 'Write the docs').waitFor();
  assert.is(await list(page).getByRole('link').count(), 2);
  await tab.close();
});

inBrowser(
  'DSH-53',
  'what another member or an agent settles leaves within 300 ms, and an open item says who did it',
  async (world) => {
    const { id } = world.workspace;
    const decision_id = await seed.goStale(world);
    await seed.failTheGate(world);
    await seed.holdBack(world);
    const tab = await tabOf(world, { view: `inbox/stale/${decision_id}` });
    const { page } = tab;
    await row(page, 'Names are checked').waitFor();
    const took: number[] = [];
    const leaves = async (text: string, settle: () => Promise<unknown>) => {
      await settle();
      const from = performance.now();
      await row(page, text).waitFor({ state: 'detached' });
      took.push(performance.now() - from);
    };
    await leaves('Names are checked', () =>
      world.as('bob').ok('reaffirmDecision', { id, decision_id, note: 'users have names' }),
    );
    await opened(page).getByText('bob reaffirmed it: users have names').waitFor();
    assert.is(await opened(page).getByRole('button', { name: 'Reaffirm' }).count(), 0);
    await leaves('pay:', () => seed.confirm(world, 'passed'));
    // The faster of both, because what else runs on the machine delays either.
    assert.ok(Math.min(...took) < 300, took.map(Math.round).join(', '));
    await row(page, 'coord/search').click();
    await seed.moveOn(world);
    await opened(page).getByText('It follows again at bob on laptop').waitFor();
    await page.goto(page.url().replace(/inbox.*/, `inbox/stale/${decision_id}`));
    await opened(page).getByText('bob reaffirmed it').waitFor();
    await tab.close();
  },
);

inBrowser('DSH-53', 'a refusal is shown in its own words', async (world) => {
  await seed.propose(world);
  const tab = await tabOf(world, { view: 'inbox', person: 'bob' });
  const accept = opened(tab.page).getByRole('button', { name: 'Accept' });
  assert.ok(await accept.isDisabled());
  assert.match((await accept.getAttribute('title')) ?? '', /You proposed it/);
  await tab.page.keyboard.press('a');
  await tab.page.getByText('You proposed it, so another member or an admin accepts it.').waitFor();
  await tab.close();
});

inBrowser('NEG-7', 'a member who is no party cannot settle', async (world) => {
  await seed.escalate(world);
  const tab = await tabOf(world, { view: 'inbox', person: 'cleo' });
  const keep = opened(tab.page).getByRole('button', { name: 'ada keeps it' });
  assert.ok(await keep.isDisabled());
  assert.is(await keep.getAttribute('title'), 'Only bob, ada or an admin settles it.');
  await tab.close();
});

inBrowser(
  'DSH-54',
  'nothing waits: what would be here, and what was settled last',
  async (world) => {
    const tab = await tabOf(world, { view: 'inbox' });
    const { page } = tab;
    await page.getByRole('heading', { name: 'Nothing waits for a person' }).waitFor();
    assert.equal(await violations(page), []);
    await seed.holdBack(world);
    await row(page, 'coord/search').waitFor();
    await tab.close();
  },
);

inBrowser(
  'DSH-6',
  'hostile titles, reasons and failures are shown as text',
  async (world) => {
    const hostile = `<b>bold</b> ${hostileLine} end`;
    await seed.escalate(world, hostile);
    await seed.goStale(world, hostile);
    await seed.failTheGate(world, `${hostile}\n<i>x</i>`);
    await seed.propose(world, hostile);
    await seed.meet(world, hostile);
    const tab = await tabOf(world, { view: 'inbox' });
    const { page } = tab;
    const rows = await list(page).getByRole('link').count();
    for (let at = 0; at < rows; at++) {
      await list(page).getByRole('link').nth(at).click();
      await opened(page).getByText('<b>bold</b>').first().waitFor();
      assert.equal(unseenIn(await page.locator('main').innerText()), []);
    }
    assert.is(await page.locator('main b:text-is("bold"), main i:text-is("x")').count(), 0);
    await tab.close();
  },
  relay,
);

for (const colorScheme of ['light', 'dark'] as const)
  inBrowser(
    'DSH-5',
    `axe finds nothing in the Inbox, whatever is open (${colorScheme})`,
    async (world) => {
      await seed.oneOfEach(world);
      const tab = await tabOf(world, { view: 'inbox' });
      const { page } = tab;
      await page.emulateMedia({ colorScheme });
      for (let at = 0; at < 8; at++) {
        await list(page).getByRole('link').nth(at).click();
        await opened(page).getByRole('heading', { level: 2 }).waitFor();
        assert.equal(await violations(page), [], page.url());
      }
      await tab.close();
    },
    relay,
  );

inBrowser('DSH-51', 'on a phone an item is a page of its own, with a way back', async (world) => {
  await seed.propose(world);
  await seed.goStale(world);
  const tab = await tabOf(world, { view: 'inbox' });
  const { page } = tab;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click();
  assert.is(await opened(page).count(), 0);
  await row(page, 'Generated code').click();
  await page.getByRole('heading', { level: 1, name: 'Proposed rule' }).waitFor();
  assert.is(await list(page).count(), 0);
  assert.match(await page.title(), 'Proposed rule');
  await opened(page).getByRole('heading', { level: 2, name: 'Generated code' }).waitFor();
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 390, `the page is ${width} wide`);
  assert.equal(await violations(page), []);
  await page.keyboard.press('Escape');
  await focused(page).filter({ hasText: 'Generated code' }).waitFor();
  await tab.close();
});

test.after(closeBrowser);
test.run();
