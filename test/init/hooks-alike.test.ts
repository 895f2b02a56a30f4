/** The script in the repository and `coord hook` say the same at every row of the table. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sentencesFor, type DaemonProblem } from '../../cli/hook-answers/sentences.ts';
import { downAnswers, type DownAnswer } from '../../cli/hook-answers/without-daemon.ts';
import { clientNamed, clients } from '../../shared/clients/registry.ts';
import { makeSandbox, run, type Sandbox } from '../cli/support.ts';
import { FakeDaemon, installHook, runHook, type HookRun } from './support.ts';

interface Context {
  sandbox: Sandbox;
  script: string;
  daemon: FakeDaemon;
}

const test = suite<Context>('init: the hook script and coord hook');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
  context.script = await installHook(context.sandbox.repository);
  context.daemon = new FakeDaemon(join(context.sandbox.folder, 'daemon', 'daemon.sock'));
});

test.after.each(async ({ daemon, sandbox }) => {
  await daemon.stop();
  await sandbox.remove();
});

/** Copilot CLI sets it: without it, its hooks are VS Code's. */
const environment = { COPILOT_CLI: '1' };
/** With all that a form might take for its own. */
const why = "tool_name is 'x' & $HOME `id` a@b <b> 100% @.";

/** What each of the two does, twice each from the start, as some things are said once. */
async function bothWays(
  { sandbox, script }: Context,
  { client, event }: DownAnswer,
): Promise<HookRun[][]> {
  const args = [client, event];
  const ways = [
    () => runHook(script, { args, cwd: sandbox.repository, env: environment }),
    async () => {
      const ended = await run(['hook', ...args], sandbox, { environment, input: '{}' });
      return { code: ended.code, stdout: ended.out, stderr: ended.err };
    },
  ];
  const said = join(sandbox.repository, '.git', 'coord', `said-down-${client}`);
  const both: HookRun[][] = [];
  for (const way of ways) {
    await rm(said, { force: true });
    both.push([await way(), await way()]);
  }
  return both;
}

/** Who types a command is told of a refusal that no hook can say; a client's log is not. */
function withoutNote(ended: HookRun, problem: DaemonProblem): HookRun {
  const note = `${sentencesFor(problem, why).unchecked}\n`;
  return ended.code === 0 && ended.stderr === note ? { ...ended, stderr: '' } : ended;
}

async function assertAlike(context: Context, problem: DaemonProblem): Promise<void> {
  for (const row of downAnswers()) {
    const [script, command] = await bothWays(context, row);
    assert.equal(
      script,
      command?.map((ended) => withoutNote(ended, problem)),
      `${row.client} ${row.event}: ${problem}`,
    );
  }
}

const answers: readonly [DaemonProblem, { status: number; body: string } | undefined][] = [
  ['is not running', undefined],
  ['does not answer', { status: 302, body: '{}' }],
  ['refused', { status: 400, body: JSON.stringify({ message: why }) }],
];

for (const [problem, answer] of answers)
  test(`HKS-1, HKS-2, HKS-6: the script and coord hook are alike where a daemon ${problem}`, async (context) => {
    const git = join(context.sandbox.repository, '.git');
    if (answer !== undefined) {
      await context.daemon.start(git);
      context.daemon.answer = answer;
    }
    await assertAlike(context, problem);
    await mkdir(join(git, 'coord'), { recursive: true });
    await writeFile(join(git, 'coord', 'deny-when-down'), '');
    await assertAlike(context, problem);
  });

test('the table has each event once, and only events for which the client’s settings call the script', () => {
  const rows = downAnswers();
  assert.is(new Set(rows.map(({ client, event }) => `${client}-${event}`)).size, rows.length);
  for (const { client, event } of rows) {
    const caller = clients.find(({ runsAs }) => runsAs?.client === client)?.name ?? client;
    const settings = JSON.stringify(clientNamed(client)?.files);
    const isCalled = [`${caller} ${event}"`, `hooks/${event}"`].some((end) =>
      settings.includes(end),
    );
    assert.ok(isCalled, `${client} ${event}`);
  }
});

test.run();
