/** The files that `coord init` writes into repositories, as what they are: shell and JavaScript. */
import { execFile } from 'node:child_process';
import { access, chmod, constants, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installedText } from '../../cli/init/installed-files.ts';
import { mark } from '../../cli/init/settings-files/mark.ts';
import { clients } from '../../shared/clients/registry.ts';
import { root } from '../structure/sources.ts';
import { installHook, makeRepository, remove, runHook } from './support.ts';

const test = suite('init: the files that it installs');
const run = promisify(execFile);
const sources = readdirSync(join(root, 'shared/clients'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(sh|js)$/.test(path))
  .sort();
const shellSources = sources.filter((path) => path.endsWith('.sh'));

async function find(program: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** Runs a checker over a text in a file of its own. */
async function check(text: string, program: string, args: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'coord-installed-'));
  const file = join(folder, 'installed.mjs');
  await writeFile(file, text);
  await run(program, [...args, file]).finally(() => rm(folder, { recursive: true }));
}

test('each is installed by somebody, and init knows it again', () => {
  const wanted = clients.flatMap(({ files }) =>
    files.flatMap((file) => (file.kind === 'text' ? [file.source] : [])),
  );
  assert.equal(sources, [...new Set([...wanted, 'hook.sh'])].sort());
  for (const source of sources) assert.match(installedText(source), mark);
});

test('no marked line is left in what is installed, and no value without its name', () => {
  for (const source of sources) {
    assert.not.match(installedText(source), 'coord: values');
    assert.not.match(installedText(source), /undefined='|='undefined'/);
  }
});

for (const shell of ['sh', 'dash', 'bash', 'busybox'])
  test(`${shell} takes the shell files, as they lie in the repository and as they are installed`, async () => {
    const program = await find(shell);
    if (program === undefined) return;
    const args = shell === 'busybox' ? ['sh', '-n'] : ['-n'];
    for (const source of shellSources) {
      await run(program, [...args, join(root, 'shared/clients', source)]);
      await check(installedText(source), program, args);
    }
  });

test('shellcheck has nothing to say about what is installed, where it is there', async () => {
  const program = await find('shellcheck');
  if (program === undefined) return;
  // SC3013, SC3067: the script says why it uses them. SC2015: what it has in mind. SC2034: the values are for all.
  const args = ['--shell=sh', '--exclude=SC3013,SC3067,SC2015,SC2034'];
  for (const source of shellSources) await check(installedText(source), program, args);
});

test('Node takes the plugin as it is installed', () =>
  check(installedText('opencode/plugin.js'), process.execPath, ['--check']));

test('cline: the hook of an event passes on what it gets, and gives a word of its own to what is no write', async () => {
  const { folder, top } = await makeRepository();
  try {
    const hook = await installHook(top, '#!/bin/sh\necho "$1 $2 $(cat)"\n');
    const inside = join(top, '.clinerules/hooks/PreToolUse');
    await run('mkdir', ['-p', join(top, '.clinerules/hooks')]);
    await writeFile(inside, installedText('cline/event.sh'));
    await chmod(inside, 0o755);
    const say = async (input: string) =>
      (await runHook(inside, { args: [], cwd: folder, input })).stdout.trim();
    const write = '{"preToolUse":{"toolName":"editor","parameters":{}}}';
    assert.is(await say(write), `cline PreToolUse ${write}`);
    const shell = '{"preToolUse":{"toolName":"run_commands","parameters":{"commands":"[]"}}}';
    assert.is(await say(shell), `cline other ${shell}`);
    const quoting = `{"preToolUse":{"toolName":"ask","parameters":{"a":${JSON.stringify(write)}}}}`;
    assert.is(await say(quoting), `cline other ${quoting}`);
    const after = join(dirname(inside), 'PostToolUse');
    await copyFile(inside, after);
    const reported = '{"postToolUse":{"toolName":"editor","parameters":{}}}';
    const { stdout } = await runHook(after, { args: [], cwd: folder, input: reported });
    assert.is(stdout.trim(), `cline PostToolUse ${reported}`);
    await rm(hook);
    assert.is(await say(write), '');
  } finally {
    await remove(folder);
  }
});

test.run();
