/** What surrounds every view: sign-in, addresses, keys, and a relay that comes and goes. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario } from '../support/scenario.ts';
import { closeBrowser, openDashboard, signIn, violations } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';

relayScenario(
  'ACC-1',
  'the page needs no key, and no path leads out of its files',
  async (world) => {
    const mallory = world.as('mallory');
    const page = await mallory.get('/dashboard', { authorization: '' });
    assert.is(page.status, 200);
    assert.match(String(page.headers['content-type']), 'text/html');
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, "default-src 'none'");
    assert.not.match(policy, 'unsafe');
    const tag = String(page.headers['etag']);
    assert.is((await mallory.get('/dashboard', { 'if-none-match': tag })).status, 304);
    assert.is((await mallory.get('/dashboard/%2e%2e/package.json')).status, 404);
  },
);

inBrowser('ACC-1', 'nothing is shown without a good key', async (world) => {
  const tab = await openDashboard(world, world.as('ada'), `/${world.workspace.slug}/people`);
  await signIn(tab, 'coord_nothing');
  await tab.page.getByText(/invalid api key/i).waitFor();
  assert.is(await tab.page.getByRole('navigation').count(), 0);
  await tab.close();
});

/** What kind of file the icon's address has, as the browser resolves it now. */
function iconType(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    return (await fetch(icon?.href ?? '')).headers.get('content-type') ?? '';
  });
}

inBrowser(
  'DSH-2',
  'an address opens its view after signing in, and again after reloading',
  async (world) => {
    const tab = await tabOf(world, { view: 'decisions?type=bugfix' });
    const { page } = tab;
    const address = `/dashboard/${world.workspace.slug}/decisions?type=bugfix`;
    assert.match(page.url(), address);
    await page.reload();
    await page.getByRole('heading', { name: 'Decisions', level: 1 }).waitFor();
    assert.match(page.url(), address);
    assert.match(await page.title(), /^Decisions · .+ · coord$/);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Decisions', level: 1 }).waitFor();
    await page.goto(
      `${page.url().split('/dashboard')[0]}/dashboard/${world.workspace.slug}/nothing`,
    );
    await page.getByText('There is no such page').waitFor();
    await page.evaluate(() => history.pushState(null, '', `${location.pathname}/one/more`));
    assert.match(await iconType(page), 'image/svg');
    await tab.close();
  },
);

inBrowser(
  'DSH-9',
  'a page that nobody sees has no feed open, and goes on where it was',
  async (world) => {
    const tab = await tabOf(world, { view: 'work/tasks' });
    const { page } = tab;
    const isFeed = (request: { url(): string }) => /\/feed(\?|$)/.test(request.url());
    const see = (isSeen: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, !isSeen);
    const hide = [
      () => see(false),
      () => page.evaluate(() => dispatchEvent(new Event('pagehide'))),
    ];
    for (const [at, leave] of hide.entries()) {
      const ended = page.waitForEvent('requestfailed', isFeed);
      await leave();
      await ended;
      const { id } = world.workspace;
      const slug = `pay-${at}`;
      await world.as('bob').ok('startWorkstream', { id, title: 'Pay', slug });
      await world.as('bob').ok('createTask', { id, workstream: slug, title: `Round ${at}` });
      const again = page.waitForRequest(isFeed);
      await see(true);
      assert.match((await again).url(), /since=\d+/);
      await page.getByText(`Round ${at}`).waitFor();
    }
    await tab.close();
  },
);

inBrowser(
  'DSH-3',
  'a list that was never loaded says so above no count, and is loaded when the relay is back',
  async (world) => {
    const { id } = world.workspace;
    await world.as('bob').ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
    await world.as('bob').ok('createTask', { id, workstream: 'pay', title: 'Round the prices' });
    const tab = await tabOf(world, { view: 'work/tasks' });
    const { page } = tab;
    const claimable = page.locator('.board-column[data-state="todo"]');
    await claimable.getByText('Round the prices').waitFor();
    await page.getByRole('link', { name: 'Now' }).click();
    await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
    await world.whileGone(async () => {
      await page.getByText('it goes on by itself').waitFor();
      await page.goBack();
      await claimable.getByText('Not loaded yet.').first().waitFor();
      assert.is(await claimable.locator('h2 .numbers').innerText(), '');
      assert.is(await page.getByText('Nothing waits to be claimed.').count(), 0);
    });
    await claimable.getByText('Round the prices').waitFor();
    await tab.close({ mayComplain: true });
  },
);

inBrowser(
  'DSH-3',
  'a view that is opened while the relay is away does not say that there is nothing, and is loaded when it is back',
  async (world) => {
    const agent = world.as('bob').agent('b');
    await agent.start('rename the user');
    await agent.edit('src/a.ts', ['login']);
    const tab = await tabOf(world, { view: 'now' });
    const { page } = tab;
    const calm = page.getByText('Nothing collides.');
    await calm.waitFor();
    await page.getByRole('link', { name: 'Decisions' }).click();
    await page.getByRole('heading', { name: 'Decisions', level: 1 }).waitFor();
    await world.whileGone(async () => {
      await page.getByText('it goes on by itself').waitFor();
      const asked = page.waitForEvent('requestfailed', (one) => one.url().includes('/files'));
      await page.getByRole('link', { name: 'Now' }).click();
      await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
      await asked;
      assert.is(await calm.count(), 0);
    });
    await calm.waitFor();
    await page.getByRole('list', { name: 'Agents', exact: true }).getByText('bob').waitFor();
    await tab.close({ mayComplain: true });
  },
);

inBrowser('DSH-4', 'a text that is dragged out of a dialog does not close it', async (world) => {
  const tab = await tabOf(world, { view: 'work' });
  const { page } = tab;
  await page.getByRole('button', { name: 'New workstream' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox').first();
  await field.fill('Pay by card');
  const box = await field.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(2, box.y + box.height / 2);
  await page.mouse.up();
  assert.is(await field.inputValue(), 'Pay by card');
  await page.mouse.click(2, 2);
  await dialog.waitFor({ state: 'detached' });
  await tab.close();
});

inBrowser(
  'DSH-8',
  'a second tab is signed in by the first, and both are out when one signs out',
  async (world) => {
    const tab = await tabOf(world);
    const second = await tab.page.context().newPage();
    await second.goto(tab.page.url());
    await second.locator('main[data-ready]').waitFor();
    await tab.page.getByLabel('Signed in: ada').click();
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.getByLabel('Your API key').waitFor();
    await second.getByLabel('Your API key').waitFor();
    await second.reload();
    await second.getByLabel('Your API key').waitFor();
    await tab.close();
  },
);

inBrowser(
  'DSH-8',
  'nothing of the key is left in the browser, unless a person wants to stay signed in',
  async (world) => {
    const tab = await tabOf(world);
    const { key } = world.as('ada').account;
    const kept = () => tab.page.evaluate('JSON.stringify(localStorage)');
    assert.not.match(String(await kept()), key);
    await tab.page.evaluate('sessionStorage.clear()');
    await tab.page.reload();
    await tab.page.getByLabel('Your API key').waitFor();
    const stay = tab.page.getByLabel('Stay signed in');
    if ((await stay.count()) > 0) {
      await stay.check();
      await signIn(tab, key);
      await tab.page.locator('main[data-ready]').waitFor();
      assert.match(String(await kept()), key);
    } else {
      assert.match(
        String(await tab.page.locator('meta[name="coord-served-by"]').getAttribute('content')),
        'daemon',
      );
    }
    await tab.close();
  },
);

inBrowser('FED-4', 'a key that is revoked ends what its tab shows', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', { name: 'tab' });
  const tab = await openDashboard(world, ada);
  await signIn(tab, made.key);
  await tab.page.getByText('Live', { exact: true }).waitFor();
  await ada.ok('revokeKey', { key_id: made.id });
  await tab.page.getByLabel('Your API key').waitFor({ timeout: 10_000 });
  await tab.page.getByText('no longer good').waitFor();
  assert.is(await tab.page.evaluate('sessionStorage.length'), 0);
  await tab.close();
});

inBrowser(
  'DSH-3',
  'with the relay gone the page says as of when, and is live again within two seconds',
  async (world) => {
    const tab = await tabOf(world);
    const { page } = tab;
    await page.getByText('Live', { exact: true }).waitFor();
    const gone = page.getByText(/as of \d\d:\d\d/);
    await world.whileGone(() => gone.waitFor());
    const back = performance.now();
    await gone.waitFor({ state: 'detached' });
    await page.getByText('Live', { exact: true }).waitFor();
    assert.ok(
      performance.now() - back < 2_000,
      `live after ${Math.round(performance.now() - back)} ms`,
    );
    await tab.close({ mayComplain: true });
  },
);

inBrowser(
  'DSH-3',
  'a page that a daemon serves while the relay is gone waits for it',
  async (world) => {
    const tab = await tabOf(world);
    const { page } = tab;
    const served = page.locator('meta[name="coord-served-by"]');
    const isAtDaemon = (await served.getAttribute('content')) === 'daemon';
    if (isAtDaemon) {
      await world.whileGone(async () => {
        await page.reload();
        await page.getByText('Waiting for the relay').waitFor();
      });
      await page.locator('main[data-ready]').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    }
    await tab.close({ mayComplain: isAtDaemon });
  },
);

inBrowser('DSH-5', 'views open by keys, and the palette finds and does', async (world) => {
  const { id } = world.workspace;
  await world.as('bob').ok('decide', { id, title: 'Prices are kept in cents' });
  const tab = await tabOf(world);
  const { page } = tab;
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await heading('Work').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or do' }).focus();
  await page.keyboard.type('invit');
  await page.getByText('Nothing is called so.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('prices in cents');
  await page.getByRole('option', { name: 'Prices are kept in cents' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/decisions\/[^/]+$/);
  await tab.close();
});

inBrowser('DSH-7', 'nothing is asked of another host', async (world) => {
  const tab = await openDashboard(world, world.as('ada'));
  const hosts = new Set<string>();
  tab.page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await tab.page.reload();
  await signIn(tab, world.as('ada').account.key);
  await tab.page.getByText('Live', { exact: true }).waitFor();
  assert.equal([...hosts], [new URL(tab.page.url()).host]);
  await tab.close();
});

for (const theme of ['light', 'dark'] as const) {
  inBrowser(
    'DSH-5',
    `axe finds nothing in the frame, the palette and the sign-in (${theme})`,
    async (world) => {
      const tab = await openDashboard(world, world.as('ada'));
      const { page } = tab;
      await page.emulateMedia({ colorScheme: theme });
      await page.getByLabel('Your API key').waitFor();
      await page.getByLabel('Your API key').waitFor();
      assert.equal(await violations(page), []);
      await signIn(tab, world.as('ada').account.key);
      await page.getByText('Live', { exact: true }).waitFor();
      assert.is(await page.evaluate('document.documentElement.dataset.theme'), theme);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      assert.equal(await violations(page), []);
      await page.keyboard.press('Control+k');
      assert.equal(await violations(page), []);
      await tab.close();
    },
  );
}

inBrowser(
  'DSH-4',
  'a workspace that cannot be read says why, tries again when asked, and opens by itself',
  async (world) => {
    const tab = await tabOf(world, { view: 'people' });
    const { page } = tab;
    const record = new RegExp(`/workspaces/${world.workspace.id}$`);
    for (const [status, error, title] of [
      [403, 'Forbidden', 'You may not open this workspace'],
      [429, 'RateLimited', 'Too many requests'],
      [503, 'Unavailable', 'Waiting for the relay'],
      [0, '', 'Waiting for the relay'],
    ] as const) {
      const message = `Told with ${status}. Wait a moment.`;
      await page.route(record, (route) =>
        status === 0
          ? route.abort()
          : route.fulfill({ status, json: { success: false, error, message } }),
      );
      await page.reload();
      await page.getByRole('heading', { name: title }).waitFor();
      if (status !== 0) await page.getByText(message).waitFor();
      assert.equal(await violations(page), []);
      await page.unroute(record);
      // One is asked for, the others come by themselves.
      if (status === 403) await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    }
    // The browser puts each of these answers on record.
    await tab.close({ mayComplain: true });
  },
);

inBrowser(
  'LNK-4',
  'a page asks anew when its relay was brought back from a backup whose log goes on as far',
  async (world) => {
    const bob = world.as('bob').agent();
    await bob.edit('kept.md');
    const tab = await tabOf(world, { view: 'now?part=map&as=list' });
    const { page } = tab;
    await bob.edit('ghost.md');
    await page.getByRole('link', { name: 'ghost.md' }).waitFor();
    await world.whileGone(() =>
      world.database.write(async (rows) => {
        const { id } = world.workspace;
        await rows.deleteFrom('reservations').where('file_path', '=', 'ghost.md').execute();
        const { seq } = await rows
          .selectFrom('workspaces')
          .select('seq')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const newest = rows
          .updateTable('events')
          .where('workspace_id', '=', id)
          .where('seq', '=', seq);
        await newest.set((set) => ({ at: set('at', '+', 1) })).execute();
      }),
    );
    await page
      .getByRole('link', { name: 'ghost.md' })
      .waitFor({ state: 'detached', timeout: 10_000 });
    await page.getByRole('link', { name: 'kept.md' }).waitFor();
    await tab.close({ mayComplain: true });
  },
);

test.after(closeBrowser);
test.run();
