import { chmod, mkdir, readlink, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mark } from '../../cli/init/settings-files/mark.ts';
import { clientNames } from '../../shared/clients/registry.ts';
import { actions, init, linesOf, refused } from './set-up-clients.ts';
import { git, makeRepository, read, remove, snapshot, write } from './support.ts';

interface Context {
  folder: string;
  top: string;
}

const test = suite<Context>('init: the command');

test.before.each(async (context) => {
  Object.assign(context, await makeRepository('my repo'));
});

test.after.each(async ({ folder }) => remove(folder));

const events = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

test('INI-1: writes the script, the hooks and the MCP entry, the same on every machine', async (context) => {
  const { top } = context;
  const report = await init(top);
  assert.equal(report.clients, ['claude-code']);
  assert.equal(actions(report), {
    '.coord/hook': 'create',
    '.coord/.gitattributes': 'create',
    '.coord/init.json': 'create',
    '.claude/settings.json': 'create',
    '.mcp.json': 'create',
  });
  assert.is((await stat(join(top, '.coord/hook'))).mode & 0o777, 0o755);
  assert.equal(JSON.parse(await read(top, '.mcp.json')), {
    mcpServers: { coord: { command: 'coord', args: ['mcp'], alwaysLoad: true } },
  });
  const { hooks } = JSON.parse(await read(top, '.claude/settings.json'));
  assert.equal(Object.keys(hooks), events);
  assert.equal(hooks.PreToolUse, [
    group('Edit|Write|MultiEdit|NotebookEdit', 'PreToolUse'),
    group('Bash', 'PreToolUse-Bash'),
    group('mcp__coord__.*', 'PreToolUse-mcp'),
  ]);
  assert.equal(hooks.PostToolUse, [
    group('Edit|Write|MultiEdit|NotebookEdit', 'PostToolUse'),
    group('Bash', 'PostToolUse-Bash'),
  ]);
  const written = Object.values(await snapshot(top)).join('');
  assert.not(written.includes(top));
});

test('INI-1: a second time changes nothing', async ({ top }) => {
  await init(top);
  const before = await snapshot(top);
  const report = await init(top);
  assert.equal([...new Set(Object.values(actions(report)))], ['unchanged']);
  assert.equal(
    report.files.flatMap((file) => file.lines),
    [],
  );
  assert.equal(await snapshot(top), before);
});

/** What a second developer has, where Git made the files in another way. */
async function cloneOf(
  { folder, top }: Context,
  { umask = 0o022, settings = [] }: { umask?: number; settings?: string[] },
): Promise<string> {
  await init(top, { clients: clientNames });
  await git(top, 'add', '--all');
  await git(top, 'commit', '--quiet', '--message', 'set up');
  const clone = join(folder, 'clone');
  const before = process.umask(umask);
  await git(folder, 'clone', '--quiet', ...settings, top, clone).finally(() =>
    process.umask(before),
  );
  return clone;
}

for (const umask of [0o002, 0o077])
  test(`INI-1: nothing changes in a clone that was made with the umask 0${umask.toString(8)}`, async (context) => {
    const clone = await cloneOf(context, { umask });
    const modeOf = async (path: string) => (await stat(join(clone, path))).mode & 0o777;
    assert.is(await modeOf('.coord/hook'), 0o777 & ~umask);
    const report = await init(clone, { clients: clientNames });
    assert.equal([...new Set(Object.values(actions(report)))], ['unchanged']);
    await chmod(join(clone, '.coord/hook'), 0o666 & ~umask);
    await write(clone, '.coord/.gitattributes', `# ${mark}\n`);
    const mended = await init(clone, { clients: clientNames });
    assert.is(actions(mended)['.coord/hook'], 'change');
    assert.is(await modeOf('.coord/hook'), 0o777 & ~umask);
    assert.is(actions(mended)['.coord/.gitattributes'], 'change');
    assert.is(await modeOf('.coord/.gitattributes'), 0o666 & ~umask);
  });

test('INI-1: in a clone in which Git turns line ends, only scripts are mended, which cannot be run with them', async (context) => {
  const clone = await cloneOf(context, { settings: ['--config', 'core.autocrlf=true'] });
  assert.match(await read(clone, '.coord/.gitattributes'), '\r\n');
  const report = await init(clone, { clients: clientNames });
  const changed = Object.entries(actions(report)).filter(([, action]) => action !== 'unchanged');
  assert.ok(
    changed.every(([path]) => path.startsWith('.clinerules/hooks/')),
    String(changed),
  );
  const script = await read(clone, '.coord/hook');
  await write(clone, '.coord/hook', script.replaceAll('\n', '\r\n'));
  await init(clone, { clients: clientNames });
  assert.is(await read(clone, '.coord/hook'), script);
});

test('INI-2: undo leaves a repository as it was before', async ({ top }) => {
  await init(top);
  const report = await init(top, { undo: true });
  assert.equal([...new Set(Object.values(actions(report)))], ['delete']);
  assert.equal(await snapshot(top), {});
});

test("INI-2: undo leaves others' files and settings as they were", async ({ top }) => {
  await write(top, '.claude/settings.json', '{ "model": "x",\n  "hooks": { "Stop": [ ] } }');
  await write(top, '.claude/agents/one.md', 'mine');
  await write(top, '.mcp.json', '{\n    "mcpServers": {}\n}\n');
  await chmod(join(top, '.mcp.json'), 0o600);
  const before = await snapshot(top);
  const report = await init(top);
  assert.is(actions(report)['.claude/settings.json'], 'change');
  assert.is((await stat(join(top, '.mcp.json'))).mode & 0o777, 0o600);
  await init(top, { undo: true });
  assert.equal(await snapshot(top), before);
});

test('INI-2: undo removes no folders that init could not have made, whatever a record that came along says', async ({
  top,
}) => {
  await init(top);
  const folders = ['.git/refs/tags', 'src/uploads'];
  for (const folder of folders) await mkdir(join(top, folder), { recursive: true });
  const record = JSON.parse(await read(top, '.coord/init.json')) as { folders: string[] };
  record.folders.push('.git/refs', ...folders);
  await write(top, '.coord/init.json', JSON.stringify(record));
  await init(top, { undo: true });
  for (const folder of folders) assert.ok((await stat(join(top, folder))).isDirectory(), folder);
  assert.equal(await snapshot(top), { src: 'folder', 'src/uploads': 'folder' });
});

test('INI-2: undo reads no settings where nothing was set up', async ({ top, folder }) => {
  await write(top, '.claude/settings.json', 'x'.repeat(2 << 20));
  await mkdir(join(top, '.codex/config.toml'), { recursive: true });
  await symlink(join(folder, 'nowhere'), join(top, '.mcp.json'));
  const report = await init(top, { undo: true });
  assert.equal([report.clients, actions(report)], [[], {}]);
});

test('INI-2: entries whose record was deleted are undone by the name of their client', async ({
  top,
}) => {
  await init(top, { clients: ['claude-code'] });
  await rm(join(top, '.coord'), { recursive: true });
  const report = await init(top, { clients: ['claude-code'], undo: true });
  assert.equal(report.clients, ['claude-code']);
  assert.not.match(JSON.stringify(await snapshot(top)), 'coord');
  assert.equal(linesOf(report, '.mcp.json'), ['- /mcpServers/coord']);
});

test('INI-2: undo names the clients that it took out, and no others', async ({ top }) => {
  await init(top, { clients: ['codex', 'gemini'] });
  assert.equal((await init(top, { clients: ['cursor'], undo: true })).clients, []);
  assert.equal((await init(top, { clients: ['cursor', 'codex'], undo: true })).clients, ['codex']);
  assert.equal((await init(top, { undo: true })).clients, ['gemini']);
  assert.equal((await init(top, { undo: true })).clients, []);
});

test('shows what comes and goes, one line an entry', async ({ top }) => {
  const lines = linesOf(await init(top), '.mcp.json');
  assert.equal(lines, ['+ /mcpServers/coord {"command":"coord","args":["mcp"],"alwaysLoad":true}']);
  const undone = await init(top, { undo: true });
  assert.equal(linesOf(undone, '.mcp.json'), ['- /mcpServers/coord']);
  assert.is(linesOf(undone, '.claude/settings.json').length, 12);
});

test('INI-1: a dry run reports the same and writes nothing', async ({ top }) => {
  const dry = await init(top, { dryRun: true });
  assert.equal(await snapshot(top), {});
  assert.equal((await init(top)).files, dry.files);
});

test('an older script is replaced, a foreign one is not', async ({ top }) => {
  await init(top);
  const script = await read(top, '.coord/hook');
  await write(top, '.coord/hook', `${script}# older\n`);
  assert.is(actions(await init(top))['.coord/hook'], 'change');
  assert.is(await read(top, '.coord/hook'), script);
  await chmod(join(top, '.coord/hook'), 0o644);
  assert.is(actions(await init(top))['.coord/hook'], 'change');
  await write(top, '.coord/hook', 'mine');
  assert.match((await refused(top)).message, ".coord/hook is there already and is not coord's");
});

test('INI-3: a file that is not JSON is refused, and then no file is written', async ({ top }) => {
  await write(top, '.mcp.json', '{\n  "mcpServers": {}\n');
  const before = await snapshot(top);
  const refusal = await refused(top);
  assert.is(refusal.error, 'Conflict');
  assert.match(refusal.message, '.mcp.json is not JSON: line 3');
  assert.equal(await snapshot(top), before);
});

test('INI-2: undo is not stopped by a broken file that coord never wrote', async ({ top }) => {
  await init(top, { clients: ['codex'] });
  await write(top, '.claude/settings.json', '{broken');
  await init(top, { undo: true });
  assert.equal(await snapshot(top), { '.claude': 'folder', '.claude/settings.json': '{broken' });
  await init(top, { undo: true });
});

test('INI-2: undo gives back a settings file of white space', async ({ top }) => {
  await write(top, '.mcp.json', '\n');
  const before = await snapshot(top);
  await init(top);
  assert.match(await read(top, '.coord/init.json'), '"blank"');
  await init(top, { undo: true });
  assert.equal(await snapshot(top), before);
});

test('INI-3: broken TOML is refused with line and column', async ({ top }) => {
  await write(top, '.codex/config.toml', 'a = 1\nb = = 2\n');
  const { message } = await refused(top, { clients: ['codex'] });
  assert.match(message, /config\.toml is not TOML: line 2, column 5: \w/);
  assert.not.match(message, 'Invalid TOML document');
});

test('INI-3: text that is not UTF-8 is refused', async ({ top }) => {
  await writeFile(join(top, '.mcp.json'), Buffer.from('{"a":"\xff"}', 'latin1'));
  assert.match((await refused(top)).message, '.mcp.json is not UTF-8 text');
});

test('INI-3: a settings file without end, in bytes or in levels, is named and refused', async ({
  top,
}) => {
  const path = join(top, '.mcp.json');
  await writeFile(path, '');
  await truncate(path, 3 * 2 ** 30);
  assert.match((await refused(top)).message, '.mcp.json is larger than 1 MiB');
  await writeFile(path, `{"mcpServers":${'['.repeat(200_000)}`);
  const { message } = await refused(top);
  assert.match(message, '.mcp.json is nested more than 100 levels deep');
});

test('INI-3: a link that leads out of the repository is refused', async ({ top, folder }) => {
  await mkdir(join(folder, 'outside'));
  await symlink(join(folder, 'outside'), join(top, '.claude'));
  assert.match((await refused(top)).message, 'leads out of the repository');
  assert.equal(await snapshot(join(folder, 'outside')), {});
});

test('INI-3: a link that leads nowhere is refused', async ({ top, folder }) => {
  await symlink(join(folder, 'missing'), join(top, '.mcp.json'));
  assert.match((await refused(top)).message, '.mcp.json is a link that leads nowhere');
});

test('INI-3: a file where a folder is needed is refused, and counts as no folder of a client', async ({
  top,
}) => {
  await write(top, '.clinerules', 'Be brief.\n');
  assert.equal((await init(top)).clients, ['claude-code']);
  await init(top, { undo: true });
  const before = await snapshot(top);
  const refusal = await refused(top, { clients: ['cline'] });
  assert.match(refusal.message, '.clinerules/hooks/TaskStart needs a folder where the repository');
  assert.equal(await snapshot(top), before);
});

test('a link inside the repository is followed and stays a link', async ({ top }) => {
  await write(top, 'config/mcp.json', '{}\n');
  await symlink('config/mcp.json', join(top, '.mcp.json'));
  await init(top);
  assert.is(await readlink(join(top, '.mcp.json')), 'config/mcp.json');
  assert.match(await read(top, 'config/mcp.json'), 'coord');
  await init(top, { undo: true });
  assert.is(await read(top, 'config/mcp.json'), '{}\n');
});

test('an unknown client is wrong usage that names the known ones', async ({ top }) => {
  const refusal = await refused(top, { clients: ['nano'] });
  assert.is(refusal.error, 'ValidationError');
  assert.match(
    refusal.message,
    'no client named "nano". Known clients: claude-code, codex, gemini',
  );
});

test('a client is found by its folder or its program', async ({ top, folder }) => {
  await write(folder, 'programs/claude', '');
  await chmod(join(folder, 'programs/claude'), 0o755);
  const searchPath = `/nowhere:${join(folder, 'programs')}`;
  assert.equal((await init(top, { searchPath })).clients, ['claude-code']);
  await mkdir(join(top, '.claude'), { recursive: true });
  assert.equal((await init(top)).clients, ['claude-code']);
});

test('all clients that are found are set up', async ({ top, folder }) => {
  await write(folder, 'programs/codex', '');
  await chmod(join(folder, 'programs/codex'), 0o755);
  await mkdir(join(top, '.gemini'));
  const report = await init(top, { searchPath: join(folder, 'programs') });
  assert.equal(report.clients, ['codex', 'gemini']);
});

test('INI-13: what init wrote for one client is no sign of another', async ({ top }) => {
  await init(top, { clients: ['vscode'] });
  assert.equal((await init(top)).clients, ['vscode']);
  await write(top, '.github/hooks/mine.json', '{}');
  assert.equal((await init(top)).clients, ['copilot', 'vscode']);
});

test('INI-13: one side of a record with a merge conflict is enough', async ({ top }) => {
  await git(top, 'commit', '--quiet', '--allow-empty', '-m', 'base');
  for (const client of ['codex', 'claude-code']) {
    await git(top, 'switch', '--quiet', '-c', client, 'main');
    await init(top, { clients: [client] });
    await git(top, 'add', '.');
    await git(top, 'commit', '--quiet', '-m', client);
  }
  await git(top, 'merge', '--quiet', 'codex').catch(() => undefined);
  assert.match((await refused(top)).message, '.coord/init.json has an unresolved merge conflict');
  await git(top, 'checkout', '--quiet', '--ours', '.coord/init.json');
  assert.equal((await init(top)).clients, ['claude-code', 'codex']);
  await init(top, { undo: true });
  assert.not.match(JSON.stringify(await snapshot(top)), 'coord');
});

test('works from a subfolder, and nowhere outside a repository', async ({ top, folder }) => {
  await mkdir(join(top, 'a/b'), { recursive: true });
  assert.is((await init(join(top, 'a/b'))).work_tree, top);
  assert.match((await refused(folder)).message, 'not inside a Git repository');
});

function group(matcher: string, word: string): unknown {
  const command = `"$CLAUDE_PROJECT_DIR"/.coord/hook claude-code ${word}`;
  return { matcher, hooks: [{ type: 'command', command, timeout: 5 }] };
}

test.run();
