/**
 * `npm run flood`: holds thousands of connections to a relay and to a daemon open on loopback, kind by kind, while a real
 * hook and a member's request are measured. Prints a table. It takes some minutes; `-- 1000` opens fewer connections.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCoord, startCoord, type CoordServer } from '../bench/support/coord.ts';
import { floodKinds, type FloodKind, type FloodOrder, type FloodResult } from './floods.ts';
import { Probe } from './probe.ts';

interface Team {
  readonly relay: CoordServer;
  readonly daemon: CoordServer;
  readonly key: string;
  readonly workspaceId: string;
  readonly repository: string;
}

interface Row {
  readonly target: 'relay' | 'daemon';
  readonly kind: FloodKind;
  readonly asked: number;
  readonly result: FloodResult;
  readonly hook: { readonly worstMs: number; readonly failed: number };
  readonly call: { readonly worstMs: number; readonly failed: number };
}

/** Longer than the slowest limit. */
const patienceMs = 45_000;
/** A key opens no more streams than a person has use for, so few of them show what there is to see. */
const followers = 300;
/** The first requests load what they need; after them comes a measure without a flood. */
const quietMs = 3_000;
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'coord-flood-'));
const stops: (() => unknown)[] = [];
const defer = (stop: () => unknown): void => void stops.push(stop);

try {
  await flood(Number(process.argv[2] ?? 10_000));
} finally {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
}

async function flood(connections: number): Promise<void> {
  const team = await startTeam();
  const hook = new Probe({
    url: team.daemon.url,
    path: '/hooks/claude-code',
    key: team.key,
    body: (count) => hookBody(team, count),
  });
  const call = new Probe({
    url: team.relay.url,
    path: `/workspaces/${team.workspaceId}/reservations`,
    key: team.key,
  });
  defer(() => hook.stop());
  defer(() => call.stop());
  await sleep(quietMs);
  for (const probe of [hook, call]) probe.reset();
  await sleep(quietMs);
  console.log(
    `quiet: worst hook ${shown(hook.seen.worstMs)}, worst call ${shown(call.seen.worstMs)}`,
  );
  console.log(
    '| target | kind | asked | opened | cut off after (middle, last) | open at the end | worst hook | worst call |',
  );
  console.log('| --- | --- | ---: | ---: | --- | ---: | ---: | ---: |');
  for (const target of ['relay', 'daemon'] as const) {
    for (const kind of floodKinds) {
      if (target === 'daemon' && kind === 'talking followers') continue;
      const asked = kind === 'talking followers' ? Math.min(followers, connections) : connections;
      hook.reset();
      call.reset();
      const result = await runFlooder(orderOf(team, { target, kind, connections: asked }));
      print({ target, kind, asked, result, hook: hook.seen, call: call.seen });
    }
  }
}

async function startTeam(): Promise<Team> {
  const data = join(folder, 'relay');
  const home = join(folder, 'home');
  const context = { node, defer };
  const person = ['--email', 'ada@example.com', '--name', 'Ada', '--data', data];
  const { key } = await runCoord(node, ['relay', 'user', 'add', ...person], { home });
  const relay = await startCoord(context, ['relay', '--port', '0', '--data', data], { home });
  const made = await fetch(`${relay.url}/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(key)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Team', slug: 'team' }),
  });
  const { id: workspaceId } = (await made.json()) as { id: string };
  const repository = makeRepository();
  const where = ['--repo', repository, '--port', '0', '--workspace', 'team'];
  const environment = { COORD_RELAY: relay.url, COORD_KEY: String(key) };
  const daemon = await startCoord(context, ['daemon', ...where], { home, environment });
  return { relay, daemon, key: String(key), workspaceId, repository };
}

function makeRepository(): string {
  const repository = join(folder, 'shop');
  mkdirSync(join(repository, 'src'), { recursive: true });
  writeFileSync(join(repository, 'src', 'auth.ts'), 'export function login() {}\n');
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-q', '-m', 'first'],
  ])
    execFileSync('git', args, { cwd: repository });
  return repository;
}

/** A check before a write, then the report after it: the first is answered from memory, the second by the relay. */
function hookBody({ repository }: Team, count: number): object {
  return {
    hook_event_name: count % 2 === 1 ? 'PreToolUse' : 'PostToolUse',
    session_id: 'flooded',
    cwd: repository,
    tool_name: 'Write',
    tool_use_id: `call-${Math.ceil(count / 2)}`,
    tool_input: {
      file_path: join(repository, 'src', 'auth.ts'),
      content: `export const a = ${count};\n`,
    },
  };
}

function orderOf(
  { relay, daemon, key, workspaceId }: Team,
  { target, kind, connections }: { target: Row['target']; kind: FloodKind; connections: number },
): FloodOrder {
  const { port } = new URL((target === 'relay' ? relay : daemon).url);
  const feedPath = `/workspaces/${workspaceId}/feed`;
  return { kind, port: Number(port), connections, patienceMs, key, feedPath };
}

async function runFlooder(order: FloodOrder): Promise<FloodResult> {
  const program = fileURLToPath(new URL('flooder.ts', import.meta.url));
  const child = spawn(node, ['--import', 'tsx', program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the flooding process ended with ${code}`);
  return JSON.parse(output) as FloodResult;
}

function print({ target, kind, asked, result, hook, call }: Row): void {
  const { opened, cut, medianCutMs, lastCutMs } = result;
  const after = cut === 0 ? 'never' : `${shown(medianCutMs)}, ${shown(lastCutMs)}`;
  const cells = [target, kind, asked, opened, after, opened - cut, worst(hook), worst(call)];
  console.log(`| ${cells.join(' | ')} |`);
}

function worst({ worstMs, failed }: Row['hook']): string {
  return failed === 0 ? shown(worstMs) : `${shown(worstMs)} (${failed} failed)`;
}

function shown(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
