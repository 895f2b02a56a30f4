/** `coord open` as a person has it: the built command, a daemon, and a real browser. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserPath } from './browser.ts';

const test = suite('coord open');
const program = fileURLToPath(new URL('../../dist/coord.js', import.meta.url));
const run = promisify(execFile);
let folder = '';
let daemon: ChildProcess | undefined;
let browser: Browser | undefined;

const place = () => ({
  cwd: join(folder, 'shop'),
  env: { ...process.env, COORD_HOME: join(folder, 'home') },
});

function coord(...args: string[]) {
  return run(process.execPath, [program, ...args], place());
}

test.before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-open-')));
  await run('git', ['init', '-q', join(folder, 'shop')]);
});

test.after(async () => {
  await browser?.close();
  await stopDaemon();
  await rm(folder, { recursive: true, force: true });
});

test('LOC-8 without a daemon it says how to start one', async () => {
  const failed = await coord('open').then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
  assert.match(failed, 'coord daemon');
});

/** Answers its address. */
async function startDaemon(port = '0'): Promise<string> {
  const args = [program, 'daemon', '--port', port, '--json'];
  daemon = spawn(process.execPath, args, { ...place(), stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: daemon.stdout as NodeJS.ReadableStream });
  return (JSON.parse(String(await once(lines, 'line'))) as { url: string }).url;
}

async function stopDaemon(): Promise<void> {
  daemon?.kill();
  if (daemon !== undefined) await once(daemon, 'exit');
  daemon = undefined;
}

test('LOC-8 the link signs in once, its code leaves the address at once, and the keys name the command', async () => {
  const url = await startDaemon();
  const { stdout, stderr } = await coord('open');
  assert.match(stdout, new RegExp(`^${url}/dashboard/shop#open=[0-9a-z]{32}\n$`));
  assert.match(stderr, 'within a minute');
  if (browserPath === undefined) return;
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  const page = await (await browser.newContext()).newPage();
  await page.goto(stdout.trim());
  await page.getByText('Live', { exact: true }).waitFor();
  assert.is(page.url(), `${url}/dashboard/shop/now`);
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('coord key create').waitFor();
  const keys = page.getByRole('list', { name: 'Your keys' });
  await keys.getByRole('listitem').first().waitFor();
  assert.is(await page.getByRole('button', { name: 'Make a key' }).count(), 0);
  assert.is(await page.getByRole('button', { name: /^Revoke/ }).count(), 0);
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByText('coord invite ADDRESS').waitFor();
  await page.keyboard.press('Escape');
  const other = await (await browser.newContext()).newPage();
  await other.goto(stdout.trim());
  await other.getByText('This link was used already').waitFor();
  assert.is(other.url(), `${url}/dashboard/shop`);
});

test('LOC-8 an open page goes on by itself after its daemon was started anew', async () => {
  if (browser === undefined || daemon === undefined) return;
  const { stdout } = await coord('open');
  const { origin, port } = new URL(stdout.trim());
  const context = await browser.newContext();
  const page = await context.newPage();
  const saved = page.waitForResponse(`${origin}/dashboard/session-key`);
  await page.goto(stdout.trim());
  await page.getByText('Live', { exact: true }).waitFor();
  assert.is((await saved).status(), 200);
  const token = () => page.evaluate<string>('Object.values(sessionStorage).join()');
  const before = await token();
  await stopDaemon();
  await page.getByText('it goes on by itself').waitFor();
  await startDaemon(port);
  await page.getByText('Live', { exact: true }).waitFor();
  assert.is.not(await token(), before);
  const stale = { headers: { authorization: `Bearer ${before}` } };
  assert.is((await fetch(`${origin}/users/profile`, stale)).status, 401, 'the token of before');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
});

test.run();
