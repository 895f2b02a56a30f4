/**
 * `npm run dev`: the daemon with its embedded relay on a scratch repository with scratch state, built again and started again
 * whenever a source changes. Ctrl-C ends it and removes the scratch folder.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'coord-dev-'));
const repository = join(scratch, 'shop');
const watched = ['cli', 'daemon', 'relay', 'shared'];
/** An editor that saves several files at once causes one build. */
const quietMs = 200;
const port = '4177';

let running: ChildProcess | undefined;
let timer: NodeJS.Timeout | undefined;
let turns = Promise.resolve();

makeRepository();
console.log(`Scratch repository: ${repository}`);
restartLater();
for (const folder of watched) watch(join(root, folder), { recursive: true }, restartLater);
process.once('SIGINT', () => void end());
process.once('SIGTERM', () => void end());

function makeRepository(): void {
  mkdirSync(join(repository, 'src'), { recursive: true });
  writeFileSync(join(repository, 'src', 'auth.ts'), 'export function login() {}\n');
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', 'commit', '-q', '-m', 'first'],
  ])
    execFileSync('git', args, { cwd: repository });
}

function restartLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => (turns = turns.then(restart)), quietMs);
}

async function restart(): Promise<void> {
  const build = spawn('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  const [code] = (await once(build, 'close')) as [number];
  if (code !== 0) return console.log('The build failed; the last one goes on.');
  await stop();
  running = spawn(
    process.execPath,
    ['dist/coord.js', 'daemon', '--repo', repository, '--port', port],
    {
      cwd: root,
      env: { ...process.env, COORD_HOME: join(scratch, 'state') },
      stdio: 'inherit',
    },
  );
}

async function stop(): Promise<void> {
  if (running === undefined || running.exitCode !== null) return;
  const closed = once(running, 'close');
  running.kill('SIGTERM');
  await closed;
}

async function end(): Promise<void> {
  clearTimeout(timer);
  await stop();
  rmSync(scratch, { recursive: true, force: true });
  process.exit(0);
}
