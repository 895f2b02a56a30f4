import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import type { BenchContext } from '../../bench/support/bench.ts';
import { startCoord } from '../../bench/support/coord.ts';
import { startDaemon, startTeam } from '../../bench/support/team.ts';
import { ownClient, type HookClient } from './hook-client.ts';
import { addWorkTree, makeRepository } from './work-trees.ts';

/** Where one side works, and the daemon that it talks to. */
export interface SceneSide {
  readonly root: string;
  readonly slug: string;
  readonly client: HookClient;
  /** What `GET /status` says. */
  status(): Promise<Readonly<Record<string, unknown>>>;
}

/** Two sides with their daemons; both are the same daemon's unless they are clones. */
export interface Scene {
  readonly isClones: boolean;
  readonly sides: readonly [SceneSide, SceneSide];
  /** False when this version of coord has no such setting. */
  setPolicy(policy: string): Promise<boolean>;
  /** Waits until each daemon knows of the reservations that the other one has. */
  settle(): Promise<void>;
}

export interface SceneOptions {
  readonly git: RunGit;
  readonly isClones: boolean;
}

type Context = Pick<BenchContext, 'node' | 'directory' | 'defer'>;

export async function openScene(context: Context, options: SceneOptions): Promise<Scene> {
  const sides = await (options.isClones ? twoClones : twoWorkTrees)(context, options.git);
  for (const { client } of sides) context.defer(() => client.close());
  return {
    isClones: options.isClones,
    sides,
    setPolicy: (policy) => setPolicy(sides[0], policy),
    settle: () => (options.isClones ? settle(sides) : Promise.resolve()),
  };
}

async function twoWorkTrees(context: Context, git: RunGit): Promise<[SceneSide, SceneSide]> {
  const [root, other] = [join(context.directory, 'a'), join(context.directory, 'b')];
  await makeRepository(git, root, 'side-a');
  await addWorkTree(git, { root, folder: other, branch: 'side-b' });
  const home = join(context.directory, 'home');
  const { url, ready } = await startCoord(context, ['daemon', '--port', '0', '--repo', root], {
    home,
    cwd: root,
  });
  const keyFile = String(ready['key_file']);
  const key = (await readFile(keyFile, 'utf8')).trim();
  const token = (await readFile(join(dirname(keyFile), 'token'), 'utf8')).trim();
  const slug = String(ready['workspace_slug']);
  return [sideOf({ root, slug, url, key, token }), sideOf({ root: other, slug, url, key, token })];
}

async function twoClones(context: Context, git: RunGit): Promise<[SceneSide, SceneSide]> {
  const team = await startTeam({ ...context, rounds: 1, durationMs: 0 });
  const { slug, key } = team;
  const clone = async (name: 'a' | 'b'): Promise<SceneSide> => {
    const root = join(context.directory, name);
    await makeRepository(git, root, `side-${name}`);
    const place = { root, home: join(context.directory, `home-${name}`) };
    const { url, token } = await startDaemon(context, team, place);
    return sideOf({ root, slug, url, key, token });
  };
  return [await clone('a'), await clone('b')];
}

interface Place {
  readonly root: string;
  readonly slug: string;
  readonly url: string;
  readonly key: string;
  readonly token: string;
}

function sideOf({ root, slug, url, key, token }: Place): SceneSide {
  const client = ownClient(url, key);
  const own = ownClient(url, token);
  return {
    root,
    slug,
    client: { ...client, close: () => [client, own].forEach((one) => one.close()) },
    status: async () => (await own.call('GET', '/status')).json,
  };
}

async function setPolicy({ client, slug }: SceneSide, policy: string): Promise<boolean> {
  const { json } = await client.call('GET', '/workspaces');
  const workspaces = json['workspaces'] as readonly { id: string; slug: string }[];
  const id = workspaces.find((one) => one.slug === slug)?.id ?? '';
  const answer = await client.call('PATCH', `/workspaces/${id}`, { conflict_policy: policy });
  if (answer.status !== 200 && answer.status !== 400)
    throw new Error(`the policy was answered with ${answer.status}`);
  return answer.status === 200;
}

const settleMs = 3_000;

async function settle(sides: readonly SceneSide[]): Promise<void> {
  const endMs = performance.now() + settleMs;
  for (;;) {
    const all = await Promise.all(sides.map((side) => side.status()));
    const [one, other] = all.map((status) =>
      JSON.stringify(
        (status['reservations'] as readonly { id?: string }[]).map(({ id }) => id).sort(),
      ),
    );
    const isDone = one === other && all.every((status) => status['outbox'] === 0);
    if (isDone) return;
    if (performance.now() > endMs) throw new Error('the two daemons do not agree');
    await delay(5);
  }
}
