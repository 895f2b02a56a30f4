/** `coord demo`, as a newcomer runs it: the built command with processes, hooks and repositories of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtCoord } from '../support/built-coord.ts';

const test = suite('coord demo');
const folder = mkdtempSync(join(tmpdir(), 'coord-demo-test-'));

test.after(() => rmSync(folder, { recursive: true, force: true }));

function start(onText: (text: string) => void) {
  const environment = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder };
  const child = spawn(process.execPath, [builtCoord, 'demo'], { env: environment });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => onText((text += chunk.toString())));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, text }));
  });
  return { child, ended };
}

/** What still runs and names the folder of this test, as a relay does that was started with its data there. */
function leftRunning(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

test('it shows an allowed edit, a denial, a stale decision, a negotiation and the gate', async () => {
  const { code, text } = await start(() => undefined).ended;
  assert.is(code, 0, text);
  const flat = text.replace(/\s*\n\s*(\| )?/g, ' ');
  for (const said of [
    'Allowed and written.',
    'src/auth.js#login is held by Ann (task: “Trim names at sign-in”), 10 minutes remaining.',
    'endedAt to the session instead: allowed.',
    'which you have just changed. It is stale now',
    'Bob asks you for src/auth.js#login',
    'has ended (yield). Yours now: src/auth.js#login.',
    'The gate is open: attested receipt',
  ])
    assert.ok(flat.includes(said), `${said} in:\n${text}`);
  assert.ok(
    text.split('\n').every((line) => line.length <= 80),
    'it fits 80 columns',
  );
});

test('it leaves nothing behind, also when it is interrupted', async () => {
  assert.equal(readdirSync(folder), []);
  let interrupted = false;
  const { child, ended } = start((text) => {
    if (interrupted || !text.includes('2  ')) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  const { code, text } = await ended;
  assert.is(code, 1, text);
  assert.match(text, 'The demonstration was stopped.');
  assert.equal(readdirSync(folder), []);
});

for (const end of ['a closed pipe', 'SIGHUP'] as const) {
  test(`it leaves nothing behind, also after ${end}`, async () => {
    let isOver = false;
    const { child, ended } = start((text) => {
      if (isOver || !text.includes('2  ')) return;
      isOver = true;
      if (end === 'SIGHUP') child.kill('SIGHUP');
      else child.stdout.destroy();
    });
    const { text } = await ended;
    assert.ok(isOver, text);
    assert.equal(readdirSync(folder), []);
    if (process.platform === 'linux') assert.equal(leftRunning(), []);
  });
}

test.run();
