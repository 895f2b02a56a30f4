/** My agents: a daemon, its hooks, and a real browser. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Sandbox, TestDaemon } from '../daemon/support.ts';
import { browserPath, closeBrowser, newTab, violations, type Tab } from './browser.ts';

const test = suite('my agents');
const sandbox = new Sandbox();
let daemon: TestDaemon;
let tab: Tab;

test.before(async () => {
  if (browserPath === undefined) return;
  daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'));
  const { body } = await daemon.send('POST', '/dashboard/code', {});
  const { workspaces } = (await daemon.send('GET', '/users/profile')).body as {
    workspaces: { slug: string }[];
  };
  const address = `${daemon.daemon.url}/dashboard/${workspaces[0]?.slug}/agents`;
  tab = await newTab(`${address}#open=${(body as { code: string }).code}`);
});

test.after(async () => {
  if (browserPath === undefined) return;
  await tab.close();
  await closeBrowser();
  await daemon.daemon.close();
  sandbox.remove();
});

const inBrowser = browserPath === undefined ? test.skip : test;

inBrowser(
  'LOC-9 what an agent is told appears at once, in its very words and as text',
  async () => {
    const { page } = tab;
    await page.getByText('No agent of yours has asked yet').waitFor();
    const task = '<img src=x onerror="document.title=1"> remember logins';
    await daemon.hook('sessionStart', 'ada', { task, agent_type: 'claude-code' });
    await daemon.edits('ada', 'src/auth.ts', ['remembered: false', 'remembered: true']);
    await daemon.claude('SessionStart', 'bob');
    const said = await daemon.edits('bob', 'src/auth.ts', ['remembered: true', 'remembered: 1']);
    const { hookSpecificOutput: output } = JSON.parse(said) as {
      hookSpecificOutput: { permissionDecisionReason: string };
    };
    const answers = page.getByRole('region', { name: 'Answers' });
    await answers.getByText('Denied').waitFor({ timeout: 2_000 });
    const [shown] = await answers.locator('pre').allInnerTexts();
    assert.is(shown, output.permissionDecisionReason);
    await page.getByRole('link', { name: /onerror/ }).click();
    await page.getByRole('heading', { name: task }).waitFor();
    assert.match(await page.title(), 'My agents');
  },
);

inBrowser(
  'DSH-2 the chosen conversation and what is shown of it stand in the address',
  async () => {
    const { page } = tab;
    await page.getByLabel('Which answers').selectOption('Denials');
    await page.getByText('Nothing of this kind yet.').waitFor();
    assert.match(page.url(), /agent=ada.*show=deny|show=deny.*agent=ada/);
    await page.getByLabel('Which answers').selectOption('Everything');
  },
);

for (const colorScheme of ['light', 'dark'] as const)
  inBrowser(`DSH-5 axe finds nothing in my agents (${colorScheme})`, async () => {
    await tab.page.emulateMedia({ colorScheme });
    assert.equal(await violations(tab.page), []);
  });

test.run();
