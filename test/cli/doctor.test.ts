/** `coord doctor` and `coord init`: what of the set-up is missing, and how it is written and taken out. */
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../shared/clients/common/finding.ts';
import { eventually } from '../support/waiting.ts';
import { makeSandbox, run, type Sandbox } from './support.ts';
import { startDaemon } from './with-daemon.ts';

const test = suite<{ sandbox: Sandbox }>('doctor and init');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

interface Report {
  healthy: boolean;
  findings: Finding[];
}

async function examine(sandbox: Sandbox): Promise<Report & { code: number; broken: string[] }> {
  const { code, out } = await run(['doctor', '--json'], sandbox);
  const report = JSON.parse(out) as Report;
  const broken = report.findings
    .filter(({ state }) => state === 'broken')
    .map(({ check }) => check);
  return { ...report, code, broken };
}

test('doctor finds what is missing, says how to mend it, and is content when it is', async ({
  sandbox,
}) => {
  const before = await examine(sandbox);
  assert.is(before.code, 1);
  assert.is(before.healthy, false);
  assert.equal(before.broken, ['hooks', 'mcp', 'hook script', 'daemon']);
  assert.ok(before.findings.every(({ state, fix }) => state !== 'broken' || fix !== undefined));

  const { ready, stop } = await startDaemon(sandbox);
  await run(['init', '--client', 'claude-code'], sandbox);
  const after = await examine(sandbox);
  assert.equal(after.broken, []);
  assert.is(after.code, 0);
  const text = await run(['doctor'], sandbox);
  assert.match(text.out, /ok +daemon socket +answers/);
  assert.match(text.out, /ok +clock/);
  assert.match(text.out, /ok +watcher +the system tells of changes/);

  const script = join(sandbox.repository, '.coord', 'hook');
  const current = await readFile(script, 'utf8');
  await writeFile(script, current.replace('set -u', 'set -eu'));
  const outdated = await examine(sandbox);
  assert.equal(outdated.broken, ['hooks']);
  const finding = outdated.findings.find(({ check }) => check === 'hooks');
  assert.match(finding?.detail ?? '', '.coord/hook not as needed');
  assert.is(finding?.fix, 'Run: coord init');
  await writeFile(script, current);

  const token = join(ready.key_file, '..', 'token');
  await chmod(token, 0o644);
  await chmod(join(sandbox.repository, '.coord', 'hook'), 0o644);
  assert.equal((await examine(sandbox)).broken, ['hooks', 'hook script', 'token']);
  await stop();
});

test('DUR-9: COORD_WATCH=poll has the files looked at, and doctor says so', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox, { COORD_WATCH: 'poll' });
  const hasRead = async (files: string) => {
    const { findings } = await examine(sandbox);
    return findings.find(({ check, detail }) => check === 'index' && detail === `${files} read`);
  };
  for (const [path, files] of [
    ['one.ts', '1 file'],
    ['two.ts', '2 files'],
  ] as const) {
    await writeFile(join(sandbox.repository, path), 'export const later = 1;\n');
    await eventually(`${path} in the index`, () => hasRead(files));
  }
  const { out } = await run(['doctor'], sandbox);
  assert.match(out, /ok +watcher +files are looked at every second: COORD_WATCH says so/);
  await stop();

  const refused = await run(['daemon'], sandbox, { environment: { COORD_WATCH: 'often' } });
  assert.is(refused.code, 2);
  assert.match(refused.err, 'COORD_WATCH must be native or poll');
});

test('doctor warns in a folder below the top, where Claude Code finds no hooks', async ({
  sandbox,
}) => {
  const directory = join(sandbox.repository, 'src');
  await mkdir(directory);
  const { out } = await run(['doctor'], sandbox, { directory });
  assert.match(
    out,
    /warning +repository +.*shop; Claude Code and Gemini CLI started in a folder below it/,
  );
  const { out: atTop } = await run(['doctor'], sandbox);
  assert.match(atTop, /ok +repository/);
});

test('doctor names one cause once: that no daemon runs, or runs any more', async ({ sandbox }) => {
  const { stop } = await startDaemon(sandbox);
  const description = join(sandbox.repository, '.git', 'coord', 'daemon.json');
  const text = await readFile(description, 'utf8');
  const { socket } = JSON.parse(text) as { socket: string };
  const authorization = join(socket, '..', 'authorization');
  const secret = await readFile(authorization, 'utf8');
  const ofDaemon = async () =>
    (await examine(sandbox)).findings.flatMap(({ check, state, detail }) =>
      state !== 'ok' && `${check} ${detail}`.includes('daemon') ? [`${state} ${check}`] : [],
    );
  await stop();
  assert.equal(await ofDaemon(), ['broken daemon', 'skipped daemon']);
  // As a daemon leaves them that was killed.
  await writeFile(description, text, { mode: 0o600 });
  await writeFile(authorization, secret, { mode: 0o600 });
  assert.equal(await ofDaemon(), ['broken daemon', 'skipped daemon']);
  assert.match(
    (await run(['doctor'], sandbox)).out,
    'It has ended, or does not answer: nothing comes from',
  );
});

test('doctor outside of a repository says so', async ({ sandbox }) => {
  const { code, out } = await run(['doctor'], sandbox, { directory: sandbox.folder });
  assert.is(code, 1);
  assert.match(out, 'not inside a Git repository');
});

test('init shows what it writes, takes it out again, and changes nothing in a dry run', async ({
  sandbox,
}) => {
  const dry = await run(['init', '--client', 'claude-code', '--dry-run'], sandbox);
  assert.match(dry.out, /\.mcp\.json +would make/);
  await stat(join(sandbox.repository, '.mcp.json')).then(
    () => assert.unreachable('a dry run wrote a file'),
    () => undefined,
  );
  const written = await run(['init', '--client', 'claude-code'], sandbox);
  assert.is(written.code, 0);
  assert.match(written.out, /\.mcp\.json +made/);
  assert.match((await run(['init', '--client', 'claude-code'], sandbox)).out, 'in place already');
  assert.match((await run(['init', '--undo'], sandbox)).out, /\.mcp\.json +removed/);
});

test.run();
