import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'smol-toml';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../shared/clients/common/finding.ts';
import { makeSandbox, run, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox }>(
  'doctor: clients that run hooks only where they are trusted',
);

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

async function git(directory: string, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  await promisify(execFile)('git', ['-C', directory, ...identity, ...args]);
}

/** The client's finding, by the user's own files as given: paths from the home, texts or JSON. */
async function examine(
  sandbox: Sandbox,
  client: string,
  files: Record<string, unknown>,
  environment: Record<string, string> = {},
): Promise<Finding | undefined> {
  await mkdir(join(sandbox.folder, `.${client}`), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(sandbox.folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(sandbox.folder, path), text);
  }
  await run(['init', '--client', client], sandbox);
  const { out } = await run(['doctor', '--json'], sandbox, { environment });
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return findings.find(({ check }) => check === `${client} trust`);
}

const words = [
  'session_start',
  'user_prompt_submit',
  'pre_tool_use',
  'pre_tool_use:1',
  'pre_tool_use:2',
  'post_tool_use',
  'post_tool_use:1',
  'subagent_start',
  'subagent_stop',
  'stop',
  'session_end',
];

/** Codex's settings after its user has trusted a folder and these hooks in it. */
function codexSettings(folder: string, { hooks = words, level = 'trusted' } = {}): string {
  const keys = hooks.map((word) => {
    const [event, group = '0'] = word.split(':');
    return `${folder}/.codex/hooks.json:${event}:${group}:0`;
  });
  return stringify({
    projects: { [folder]: { trust_level: level } },
    hooks: { state: Object.fromEntries(keys.map((key) => [key, { trusted_hash: 'sha256:1' }])) },
  });
}

const config = '.codex/config.toml';

test('Codex without trust in the project is broken, and the user is told what to do', async ({
  sandbox,
}) => {
  for (const text of ['', codexSettings(sandbox.repository, { level: 'untrusted' })]) {
    const found = await examine(sandbox, 'codex', { [config]: text });
    assert.is(found?.state, 'broken');
    assert.match(found?.detail ?? '', 'runs no hook and starts no server');
    assert.match(found?.fix ?? '', 'Start codex there');
  }
});

test('Codex with trust in the project and in every hook is well, also in a home of its own', async ({
  sandbox,
}) => {
  const text = codexSettings(sandbox.repository);
  assert.is((await examine(sandbox, 'codex', { [config]: text }))?.state, 'ok');
  const files = { [config]: '', 'elsewhere/config.toml': text };
  const environment = { CODEX_HOME: join(sandbox.folder, 'elsewhere') };
  assert.is((await examine(sandbox, 'codex', files, environment))?.state, 'ok');
});

test('Codex with hooks that nobody has looked at, or that are switched off, is broken', async ({
  sandbox,
}) => {
  const some = codexSettings(sandbox.repository, { hooks: words.slice(0, 9) });
  const found = await examine(sandbox, 'codex', { [config]: some });
  assert.match(found?.detail ?? '', 'does not trust 2 of the 11 hooks');
  const all = codexSettings(sandbox.repository);
  const off = all.replace('"sha256:1"', '"sha256:1"\nenabled = false');
  const switched = await examine(sandbox, 'codex', { [config]: off });
  assert.match(switched?.detail ?? '', 'does not trust 1 of the 11 hooks');
});

test('in a linked work tree Codex has the hooks and the trust of the main one', async ({
  sandbox,
}) => {
  const linked = join(sandbox.folder, 'linked');
  await git(sandbox.repository, 'commit', '--allow-empty', '--message', 'Start');
  await git(sandbox.repository, 'worktree', 'add', '--quiet', linked);
  const files = { [config]: codexSettings(sandbox.repository) };
  const inLinked = (command: string[]) => run(command, sandbox, { directory: linked });
  await examine(sandbox, 'codex', files);
  await inLinked(['init', '--client', 'codex']);
  assert.match((await inLinked(['doctor'])).out, /ok +codex trust/);
  await run(['init', '--client', 'codex', '--undo'], sandbox);
  assert.match((await inLinked(['doctor'])).out, `takes the hooks of ${sandbox.repository}`);
});

test('settings of Codex that cannot be read are a warning', async ({ sandbox }) => {
  assert.is((await examine(sandbox, 'codex', { [config]: 'a = ' }))?.state, 'warning');
});

const rules = '.gemini/trustedFolders.json';

test('Gemini CLI trusts a folder by the rule with the longest path', async ({ sandbox }) => {
  const { folder, repository } = sandbox;
  for (const [trusted, state] of [
    [{}, 'broken'],
    [{ [repository]: 'TRUST_FOLDER' }, 'ok'],
    [{ [folder]: 'TRUST_FOLDER' }, 'ok'],
    [{ [join(folder, 'other')]: 'TRUST_PARENT' }, 'ok'],
    [{ [`${repository}-2`]: 'TRUST_FOLDER' }, 'broken'],
    [{ [folder]: 'TRUST_FOLDER', [repository]: 'DO_NOT_TRUST' }, 'broken'],
  ] as const) {
    const found = await examine(sandbox, 'gemini', { [rules]: trusted });
    assert.is(found?.state, state, JSON.stringify(trusted));
  }
});

test('Gemini CLI needs no rule where its user wants none', async ({ sandbox }) => {
  const settings = { security: { folderTrust: { enabled: false } } };
  const found = await examine(sandbox, 'gemini', { '.gemini/settings.json': settings });
  assert.is(found?.state, 'ok');
  const environment = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  const trusting = { '.gemini/settings.json': {} };
  assert.is((await examine(sandbox, 'gemini', trusting, environment))?.state, 'ok');
  assert.is((await examine(sandbox, 'gemini', trusting))?.state, 'broken');
});

test('hooks that are switched off are named', async ({ sandbox }) => {
  const off = { hooksConfig: { enabled: false } };
  const found = await examine(sandbox, 'gemini', { '.gemini/settings.json': off });
  assert.match(found?.detail ?? '', 'told to run no hooks');
});

test('who does not have a client is not asked for its trust', async ({ sandbox }) => {
  await run(['init', '--client', 'codex'], sandbox);
  const environment = { PATH: '' };
  const { out } = await run(['doctor', '--json'], sandbox, { environment });
  assert.not(out.includes('codex trust'));
});

test.run();
