import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../support/http.ts';
import { CoordProcess, type Place } from './coord-process.ts';

const diskSize = '24m';
const patienceMs = 15_000;

/** DUR-4, DUR-5, DUR-8: a relay and a daemon on a disk that fills up, and commands on a disk that cannot be written. */
export async function runDisks(): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) {
    console.log('Skipped: only root may mount a small disk. Run it as root, in a container.');
    return [];
  }
  const failures: string[] = [];
  for (const [name, part] of [
    ['a full disk', fullDisk],
    ['a read-only disk', readOnlyDisk],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'coord-disk-'));
    try {
      mount('-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder);
    } catch (error) {
      console.log(`Skipped ${name}: no disk can be mounted here (${String(error)}).`);
      continue;
    }
    try {
      await part(folder, (ok, what) => {
        console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
        if (!ok) failures.push(`${name}: ${what}`);
      });
    } finally {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return failures;
}

type Check = (ok: boolean, what: string) => void;

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}

function placeOn(folder: string): Place {
  const directory = join(folder, 'shop');
  execFileSync('git', ['init', '-q', '-b', 'main', directory]);
  return { home: join(folder, 'home'), directory };
}

/** Takes all the room there is. */
function fill(folder: string): () => void {
  const file = join(folder, 'ballast');
  for (const size of [1 << 20, 4_096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // So much does not fit any more.
    }
  }
  return () => rmSync(file);
}

async function eventually(look: () => Promise<boolean>): Promise<boolean> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs;) {
    if (await look().catch(() => false)) return true;
    await sleep(200);
  }
  return false;
}

async function fullDisk(folder: string, check: Check): Promise<void> {
  const place = placeOn(folder);
  const daemon = new CoordProcess(['daemon', '--json', '--port', '0'], place);
  const ready = await daemon.ready();
  const { url = '', key_file: keyFile = '', workspace_slug, workspace_id } = ready;
  const key = execFileSync('cat', [keyFile], { encoding: 'utf8' }).trim();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    send(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
  const status = async () => (await send(url, { method: 'GET', path: '/status', headers })).text;
  const write = (name: string) =>
    post('/workspaces/sessions/hook', {
      ...{ event: 'postToolUse', workspace_slug, conversation_id: 'conv', agent_type: 'test' },
      ...{ file_path: `src/${name}.ts`, symbol_ids: [`src/${name}.ts#f`] },
    });
  const learn = () => post(`/workspaces/${workspace_id}/learnings`, { insight: 'It was full.' });
  check((await write('before')).status === 200, 'a hook is answered before the disk is full');
  const empty = fill(folder);
  let last = await learn();
  for (let tried = 0; tried < 200 && last.status === 201; tried += 1) last = await learn();
  console.log(`     ${last.text}`);
  check(last.status === 503, 'the relay refuses a write that it cannot store');
  const during = await write('during');
  console.log(`     ${during.text}`);
  check(during.status === 200, 'a hook is answered while the disk is full');
  await write('more');
  const said = await eventually(async () => (await status()).includes('disk_problems'));
  check(said, 'the status says what is not kept');
  empty();
  const gone = async () => !(await status()).includes('disk_problems');
  check(await eventually(gone), 'all is kept when there is room again');
  check(await eventually(async () => (await learn()).status === 201), 'the relay goes on');
  await daemon.kill();
  const again = new CoordProcess(['daemon', '--json', '--port', '0'], place);
  check('url' in (await again.ready()), 'the daemon starts again after a kill');
  check((await again.stop()).code === 0, 'and stops');
}

async function readOnlyDisk(folder: string, check: Check): Promise<void> {
  const place = placeOn(folder);
  mkdirSync(place.home);
  writeFileSync(join(place.directory, 'README.md'), 'x\n');
  mount('-o', 'remount,ro', folder);
  const commands = [
    'daemon --port 0',
    'relay --port 0',
    'relay user add --email a@example.com --name A',
    'init --client claude-code',
  ];
  for (const command of commands) {
    const { code, errors } = await new CoordProcess(command.split(' '), place).finished();
    const sentence = errors.trim().split('\n').at(-1) ?? '';
    console.log(`     ${sentence}`);
    const isSaid = sentence.includes(folder) && sentence.includes('read-only');
    check(code === 1 && isSaid, `coord ${command} says which path`);
  }
}
