/**
 * Two developers, real git: a bare remote, two clones, two daemons, two conversations; everything through the built command,
 * the hooks that `coord init` wrote, and MCP over stdio. Run by itself it tells the story:
 * `npm run build && node --import tsx test/together/two-developers.deep.test.ts`.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installCoord, type CoordCommand } from '../clients/coord-command.ts';
import { builtCoord } from '../support/built-coord.ts';
import { eventually } from '../support/waiting.ts';
import { joinAs, type Developer } from './developer.ts';

const execute = promisify(execFile);
const git = async (...args: string[]) => (await execute('git', args)).stdout.trim();
const workspace = 'shop';
const branch = 'coord/remember-me';

const sources = {
  'package.json': '{"name":"shop","private":true,"type":"module"}\n',
  'src/auth.js': `export function login(name) {
  return { name, remembered: false };
}

export function logout(name) {
  return { name, gone: false };
}
`,
  'test/auth.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { login, logout } from '../src/auth.js';

test('login keeps the name', () => assert.equal(login('ada').name, 'ada'));
test('logout keeps the name', () => assert.equal(logout('ada').name, 'ada'));
`,
};

const test = suite('two developers');

test('start, delegate, contest, split, gate, record, follow', async () => {
  const stage = await setUp();
  const { ada, bo, remote } = stage;
  try {
    say('Ada starts a workstream; its branch is on the remote');
    const made = await ada.tool<{ branch: string; git: string }>('workstream_start', {
      title: 'Remember me',
      base_branch: 'main',
    });
    assert.is(made.branch, branch);
    assert.ok(await shaOf(remote, branch), made.git);
    await ada.git('switch', '--quiet', branch);

    say('Bo joins it; the branch is in his clone');
    await bo.tool('workstream_join', { slug: 'remember-me' });
    await bo.git('switch', '--quiet', branch);
    const synced = await bo.tool<{ session_id: string; active_workstream: { slug: string } }>(
      'sync',
      { task: 'see what there is to do' },
    );
    assert.is(synced.active_workstream.slug, 'remember-me');

    say('Ada hands Bo a task; his next hook answer says so');
    const task = await ada.tool<{ id: string }>('delegate_task', {
      workstream: 'remember-me',
      title: 'Tell who is gone',
      to_session: synced.session_id,
    });
    assert.match(await nextWords(bo, /hands you/), task.id);
    await bo.tool('task_claim', { task_id: task.id });

    say('Bo edits both functions; Ada is denied and told how to negotiate');
    await bo.edit('src/auth.js', { from: 'gone: false', to: 'gone: true' });
    await bo.edit('src/auth.js', { from: 'remembered: false', to: 'remembered: 0' });
    const wish = { from: 'remembered: false', to: 'remembered: true' };
    const denied = await ada.mayEdit('src/auth.js', wish);
    assert.not.ok(denied.allowed);
    assert.match(denied.words, 'negotiate_open');

    say('They split the symbols');
    const opened = await ada.tool<{ id: string }>('negotiate_open', {
      file: 'src/auth.js',
      symbol_names: ['login', 'logout'],
      rationale: 'I am to make login remember',
    });
    assert.match(await nextWords(bo, /asks you/), opened.id);
    await bo.tool('negotiate_respond', {
      negotiation_id: opened.id,
      action: 'split',
      split: { initiator_symbols: ['login'], counterparty_symbols: ['logout'] },
    });
    await nextWords(ada, /has ended/);
    assert.ok((await ada.mayEdit('src/auth.js', wish)).allowed);
    const back = { from: 'remembered: 0', to: 'remembered: 1' };
    assert.not.ok((await bo.mayEdit('src/auth.js', back)).allowed, 'login is no longer his');

    say('A commit with what Ada holds is refused; without it the attested gate opens');
    const watch = ada.follow('watch');
    await bo.git('add', 'src');
    await bo.git('commit', '--quiet', '--message', 'Both');
    const refused = await refusal(bo.coord('gate', 'run', '--record', '--', 'node', '--test'));
    assert.match(refused, /login|held/);
    const mended = (await bo.read('src/auth.js')).replace('remembered: 0', 'remembered: false');
    await bo.write('src/auth.js', mended);
    await bo.git('commit', '--quiet', '--all', '--amend', '--message', 'Tell who is gone');
    const commit = await bo.git('rev-parse', 'HEAD');
    const run = await bo.coord<{ answer: { receipt_id?: string; kind?: string } }>(
      'gate',
      'run',
      '--task',
      task.id,
      '--',
      'node',
      '--test',
    );
    const receipt = run.at(-1)?.answer;
    assert.is(receipt?.kind, 'attested');
    const recorded = await bo.tool<{ git: string }>('sync_commit', {
      commit_sha: commit,
      receipt: receipt?.receipt_id,
    });
    assert.is(await shaOf(remote, branch), commit, recorded.git);

    say("Ada's branch follows by itself");
    await eventually(
      `HEAD at ${commit}`,
      async () => (await ada.git('rev-parse', 'HEAD')) === commit || undefined,
    );
    assert.match(await ada.read('src/auth.js'), 'gone: true');
    await watch.stop();

    say('Ada commits hers, and Bo catches up later');
    await ada.edit('src/auth.js', wish);
    await ada.git('commit', '--quiet', '--message', 'Remember', 'src');
    const second = await ada.git('rev-parse', 'HEAD');
    await ada.coord('gate', 'run', '--record', '--', 'node', '--test');
    await bo.coord('watch', '--once');
    assert.is(await bo.git('rev-parse', 'HEAD'), second);

    say('The workstream is ready to be merged');
    const plan = await ada.tool<{ phase: string; body: string }>('workstream_complete', {
      slug: 'remember-me',
    });
    assert.is(plan.phase, 'plan');
    assert.match(plan.body, 'Tell who is gone');
  } finally {
    await stage.leave();
  }
});

test.run();

async function setUp() {
  const coord = await installCoord(builtCoord, process.env['PATH'] ?? '');
  const data = await mkdtemp(join(tmpdir(), 'coord-story-relay-'));
  const remote = await makeRemote();
  const relay = await coord.start<{ url: string }>(['relay', '--port', '0', '--data', data]);
  const relayUrl = relay.ready.url;
  const [adaKey, boKey] = await makeTeam(coord, data, relayUrl);
  const place = { coord, remote, relayUrl, workspace };
  const ada = await joinAs({ ...place, name: 'ada', key: adaKey });
  const bo = await joinAs({ ...place, name: 'bo', key: boKey });
  return {
    ada,
    bo,
    remote,
    async leave() {
      await Promise.all([ada.leave(), bo.leave()]);
      await relay.stop();
      await coord.remove();
      for (const folder of [data, remote]) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeRemote(): Promise<string> {
  const remote = await mkdtemp(join(tmpdir(), 'coord-story-remote-'));
  const seed = await mkdtemp(join(tmpdir(), 'coord-story-seed-'));
  await git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  await git('init', '--quiet', '--initial-branch=main', seed);
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(join(seed, path, '..'), { recursive: true });
    await writeFile(join(seed, path), text);
  }
  const author = ['-c', 'user.name=Seed', '-c', 'user.email=seed@example.org'];
  await git('-C', seed, 'add', '.');
  await git('-C', seed, ...author, 'commit', '--quiet', '--message', 'Start');
  await git('-C', seed, 'push', '--quiet', remote, 'main');
  await rm(seed, { recursive: true, force: true });
  return remote;
}

async function makeTeam(coord: CoordCommand, data: string, url: string) {
  const add = (name: string) =>
    coord.run<{ user_id: string; key: string }>(
      `relay user add --email ${name}@example.org --name ${name} --data`.split(' ').concat(data),
    );
  const [ada, bo] = [await add('Ada'), await add('Bo')];
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string };
  };
  const { id } = await post('/workspaces', { name: 'Shop', slug: workspace });
  await post(`/workspaces/${id}/members`, { user_id: bo.user_id, role: 'member' });
  return [ada.key, bo.key] as const;
}

/** What the agent hears with one of its next hooks, once it matches. */
async function nextWords(developer: Developer, pattern: RegExp): Promise<string> {
  let words = '';
  await eventually(`an answer like ${pattern}`, async () => {
    words += await developer.hook('UserPromptSubmit', { prompt: 'go on' });
    return pattern.test(words) || undefined;
  });
  return words;
}

function shaOf(repository: string, name: string): Promise<string> {
  const ref = `refs/heads/${name}`;
  return git('-C', repository, 'rev-parse', '--verify', ref);
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
  throw new Error('it was not refused');
}

function say(text: string): void {
  console.log(`- ${text}`);
}
