import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../shared/clients/common/finding.ts';
import { makeSandbox, run, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox }>('doctor: the clients');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

async function findings(sandbox: Sandbox, environment: Record<string, string> = {}) {
  const { out } = await run(['doctor', '--json'], sandbox, { environment });
  const report = JSON.parse(out) as { findings: Finding[] };
  const checks = ['hooks', 'mcp', 'cursor', 'copilot', 'gemini trust'];
  return report.findings
    .filter(({ check }) => checks.includes(check))
    .map(({ check, state, detail }) => `${check} ${state}: ${detail}`);
}

function init(sandbox: Sandbox, ...names: string[]) {
  return run(['init', ...names.flatMap((name) => ['--client', name])], sandbox);
}

async function write(sandbox: Sandbox, path: string, text: string): Promise<void> {
  const file = join(sandbox.repository, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

test('each client that is set up is named, with what is not as needed', async ({ sandbox }) => {
  await init(sandbox, 'cursor', 'windsurf', 'opencode');
  assert.equal(await findings(sandbox), [
    'hooks ok: in place for cursor',
    'mcp ok: in place for cursor',
    'hooks ok: in place for windsurf',
    'hooks ok: in place for opencode',
    'mcp ok: in place for opencode',
  ]);
  await rm(join(sandbox.repository, '.cursor/mcp.json'));
  await write(sandbox, '.opencode/plugins/coord.js', '// Written by `coord init`. An older one.\n');
  const broken = (await findings(sandbox)).filter((line) => line.includes('broken'));
  assert.equal(broken, [
    'mcp broken: .cursor/mcp.json not as needed for cursor',
    'hooks broken: .opencode/plugins/coord.js not as needed for opencode',
  ]);
});

test('submodules are named, in whose files nothing is coordinated', async ({ sandbox }) => {
  const submodules = async () => {
    const { out } = await run(['doctor'], sandbox);
    return out.split('\n').filter((line) => line.includes('submodules'));
  };
  assert.equal(await submodules(), []);
  await write(sandbox, '.gitmodules', '[submodule "a"]\n\tpath = libs/a\n\turl = ../a\n');
  const [line = ''] = await submodules();
  assert.match(line, 'edits inside them are not coordinated: libs/a');
});

test('a client that is here and not set up is shown, and is no fault', async ({ sandbox }) => {
  await init(sandbox, 'cursor');
  const programs = join(sandbox.folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'windsurf'), '');
  await chmod(join(programs, 'windsurf'), 0o755);
  const lines = await findings(sandbox, { PATH: programs });
  assert.equal(lines[2], 'hooks skipped: not set up for windsurf: coord init --client windsurf');
});

test('an event that Cursor does not know voids its whole file', async ({ sandbox }) => {
  await init(sandbox, 'cursor');
  const file = join(sandbox.repository, '.cursor/hooks.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { hooks: object; version?: number };
  delete settings.version;
  await writeFile(file, JSON.stringify({ hooks: { ...settings.hooks, PreToolUse: [] } }));
  const [events = '', version] = (await findings(sandbox)).slice(2);
  assert.match(events, 'cursor warning: .cursor/hooks.json has PreToolUse; an event');
  assert.is(version, 'cursor warning: .cursor/hooks.json has no version');
});

test('comments in the settings of a client do not hide what is wrong with them', async ({
  sandbox,
}) => {
  await init(sandbox, 'cursor', 'gemini');
  const cursor = { version: 1, hooks: { PreToolUse: [] } };
  const text = `// Ours.\n${JSON.stringify(cursor)} // The end.\n`;
  await write(sandbox, '.cursor/hooks.json', text);
  const home = join(sandbox.folder, 'gemini');
  const trust = `{ /* Mine. */ ${JSON.stringify(sandbox.repository)}: "TRUST_FOLDER", }`;
  await mkdir(join(home, '.gemini'), { recursive: true });
  await writeFile(join(home, '.gemini/trustedFolders.json'), trust);
  await writeFile(join(home, 'gemini'), '', { mode: 0o755 });
  const lines = await findings(sandbox, { GEMINI_CLI_HOME: home, PATH: home });
  assert.ok(
    lines.some((line) => line.includes('has PreToolUse; an event')),
    lines.join('\n'),
  );
  assert.ok(lines.includes('gemini trust ok: Gemini CLI trusts the folder'), lines.join('\n'));
});

test('Copilot CLI runs no hooks in a folder that it does not trust', async ({ sandbox }) => {
  await init(sandbox, 'copilot');
  const home = join(sandbox.folder, 'copilot');
  const trusting = async (folder: string) => {
    await mkdir(home, { recursive: true });
    const config = JSON.stringify({ trustedFolders: [folder] });
    await writeFile(join(home, 'config.json'), `// Managed automatically.\n${config}`);
    return (await findings(sandbox, { COPILOT_HOME: home })).slice(2);
  };
  const warned = [
    `copilot warning: Copilot CLI does not trust ${sandbox.repository}, and runs no hooks there`,
  ];
  assert.equal((await findings(sandbox, { COPILOT_HOME: home })).slice(2), warned);
  assert.equal(await trusting(`${sandbox.repository}-other`), warned);
  assert.equal(await trusting(sandbox.repository), []);
  assert.equal(await trusting(sandbox.folder), []);
});

test.run();
