import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  context,
  denial,
  edit,
  read,
  readAndEdit,
  startBench,
  type Bench,
  type BenchOptions,
} from '../observer/bench.ts';
import { createGate } from '../gate.ts';
import type { HookAnswer, HookPayload } from '../observer/observer.ts';

const client = { binary: process.argv[2] ?? '', path: process.env.PATH ?? '' };
const prompt = 'Make login remember the user.';
const reason = 'login in src/auth.ts is held by Ada ("Add <SSO> & tokens"), 7 minutes left.';

const test = suite('Claude Code: what it makes of the answers');

/** Runs one conversation that edits `login`, with every edit's preToolUse answered by `answer`. */
async function edited(answer: HookAnswer, options: BenchOptions = {}): Promise<Outcome> {
  const bench = await startBench(client, options);
  bench.observer.answerWith((payload) => (isEdit(payload, 'PreToolUse') ? answer : undefined));
  const turns = readAndEdit(bench.project, 'remembered: false', 'remembered: true');
  bench.model.script({ marker: prompt, turns });
  await bench.run(prompt);
  const outcome = {
    written: (await bench.project.read('src/auth.ts')).includes('remembered: true'),
    result: bench.model.toolResults(prompt)[1]?.text ?? '',
    events: bench.events(),
  };
  await bench.close();
  return outcome;
}

interface Outcome {
  written: boolean;
  /** What the model reads as the result of its edit. */
  result: string;
  events: string[];
}

function isEdit(payload: HookPayload, event: string): boolean {
  return payload.hook_event_name === event && payload.tool_name === 'Edit';
}

test('a denial prevents the write, is read word for word, and no event follows it', async () => {
  for (const http of [false, true]) {
    const { written, result, events } = await edited(denial(reason), { http });
    assert.not(written);
    assert.is(result, `PreToolUse:Edit hook error: ${reason}`);
    assert.equal(events.slice(-3), ['PreToolUse:Edit', 'Stop', 'SessionEnd']);
  }
});

test('exit code 2 denies as well, with the command shown before the reason', async () => {
  const { written, result } = await edited({ exitCode: 2, stderr: reason });
  assert.not(written);
  assert.match(
    result,
    /^PreToolUse:Edit hook error: \[node .*\]: login in src\/auth\.ts is held by Ada/,
  );
});

test('what is not a denial in its own form lets the write through', async () => {
  const nameless = { permissionDecision: 'deny', permissionDecisionReason: reason };
  const answers: HookAnswer[] = [
    { exitCode: 1, stderr: reason },
    { stdout: reason },
    { stdout: { permission: 'deny', message: reason } },
    { stdout: { hookSpecificOutput: nameless } },
  ];
  for (const answer of answers) assert.ok((await edited(answer)).written, JSON.stringify(answer));
});

test('a hook that is too late lets the write through, unless its failure blocks', async () => {
  const late = { ...denial(reason), delayMs: 5000 };
  assert.ok((await edited(late, { http: true, hook: { timeout: 1 } })).written);
  const blocking = await edited(late, { http: true, hook: { timeout: 1, onFailure: 'block' } });
  assert.not(blocking.written);
});

test('contexts reach the model, named by event and tool', async () => {
  const bench = await startBench(client);
  bench.observer.answerWith((payload) =>
    ['Stop', 'SessionEnd', 'SubagentStop', 'PermissionRequest'].includes(payload.hook_event_name)
      ? undefined
      : context(payload, `context at ${payload.hook_event_name}`),
  );
  const bash = { use: 'Bash', input: { command: 'exit 3' } };
  const turns = readAndEdit(bench.project, 'remembered: false', 'remembered: true').with(2, [bash]);
  bench.model.script({ marker: prompt, turns });
  await bench.run(prompt, { args: ['--allowedTools', 'Bash'] });
  const received = bench.model.received(prompt).join('\n');
  for (const line of [
    'SessionStart hook additional context: context at SessionStart',
    'UserPromptSubmit hook additional context: context at UserPromptSubmit',
    'PreToolUse:Edit hook additional context: context at PreToolUse',
    'PostToolUse:Edit hook additional context: context at PostToolUse',
    'PostToolUseFailure:Bash hook additional context: context at PostToolUseFailure',
  ]) {
    assert.ok(received.includes(line), line);
  }
  await bench.close();
});

test('a context of 10,000 characters arrives whole, a longer one is cut to its beginning', async () => {
  for (const [length, whole] of [
    [10_000, true],
    [10_001, false],
  ] as const) {
    const bench = await startBench(client);
    const text = `${'x'.repeat(length - 4)} END`;
    bench.observer.answerWith((payload) =>
      payload.hook_event_name === 'SessionStart' ? context(payload, text) : undefined,
    );
    bench.model.script({ marker: prompt, turns: [] });
    await bench.run(prompt);
    assert.is(bench.model.received(prompt).join('\n').includes(text), whole);
    await bench.close();
  }
});

test('a system message is for the user: the model never reads it', async () => {
  const bench = await startBench(client, { http: true });
  bench.observer.answerWith(() => ({ stdout: { systemMessage: 'coord is not running.' } }));
  bench.model.script({ marker: prompt, turns: [[read(bench.project, 'src/auth.ts')]] });
  const { lines } = await bench.run(prompt);
  assert.not(bench.model.received(prompt).join('\n').includes('coord is not running.'));
  const shown = lines.filter(({ subtype }) => subtype === 'informational');
  assert.ok(shown.some(({ content }) => content === 'PreToolUse:Read says: coord is not running.'));
  await bench.close();
});

test('a context at Stop makes the model go on, so a turn that ends must be answered with nothing', async () => {
  const bench = await startBench(client, { http: true });
  bench.observer.answerWith((payload) =>
    payload.hook_event_name === 'Stop' && payload.stop_hook_active === false
      ? context(payload, 'one more thing')
      : undefined,
  );
  bench.model.script({ marker: prompt, turns: [[{ say: 'Done.' }], [{ say: 'Really done.' }]] });
  await bench.run(prompt);
  assert.equal(bench.events().slice(-3), ['Stop', 'Stop', 'SessionEnd']);
  await bench.close();
});

test('RSV-5: a permission that is not given ends the call after preToolUse', async () => {
  const bench = await startBench(client, { http: true });
  const turns = readAndEdit(bench.project, 'remembered: false', 'remembered: true');
  bench.model.script({ marker: prompt, turns });
  await bench.run(prompt, { args: ['--permission-mode', 'default'] });
  assert.equal(bench.events().slice(-4), [
    'PreToolUse:Edit',
    'PermissionRequest:Edit',
    'Stop',
    'SessionEnd',
  ]);
  await bench.close();
});

test('an explicit allow skips the permission prompt of the user, so an adapter must not print it', async () => {
  const bench = await startBench(client, { http: true });
  const allow = { hookEventName: 'PreToolUse', permissionDecision: 'allow' };
  bench.observer.answerWith((payload) =>
    isEdit(payload, 'PreToolUse') ? { stdout: { hookSpecificOutput: allow } } : undefined,
  );
  const turns = readAndEdit(bench.project, 'remembered: false', 'remembered: true');
  bench.model.script({ marker: prompt, turns });
  await bench.run(prompt, { args: ['--permission-mode', 'default'] });
  assert.ok((await bench.project.read('src/auth.ts')).includes('remembered: true'));
  await bench.close();
});

test('edits of one answer run one after the other, each between its own two hooks', async () => {
  const bench = await startBench(client, { http: true });
  const { project } = bench;
  const both = [
    edit(project, 'remembered: false', 'remembered: true'),
    edit(project, 'gone: false', 'gone: true'),
  ];
  bench.model.script({ marker: prompt, turns: [[read(project, 'src/auth.ts')], both] });
  await bench.run(prompt);
  const edits = bench.events().filter((name) => name.endsWith(':Edit'));
  assert.equal(edits, [
    'PreToolUse:Edit',
    'PostToolUse:Edit',
    'PreToolUse:Edit',
    'PostToolUse:Edit',
  ]);
  await bench.close();
});

test('SES-2: SIGTERM ends the session, SIGKILL leaves it to expire', async () => {
  for (const [signal, ended] of [
    ['SIGTERM', true],
    ['SIGKILL', false],
  ] as const) {
    const bench = await startBench(client, { http: true });
    const asked = createGate();
    bench.model.script({ marker: prompt, turns: [async () => (asked.open(), await forever)] });
    const running = await bench.start(prompt);
    await asked.opened;
    running.kill(signal);
    await running.finished;
    assert.is(bench.events().includes('SessionEnd'), ended, signal);
    await bench.close();
  }
});

const forever = new Promise<never>(() => undefined);

test('the end of a session waits for its hooks 1.5 seconds, or as long as their timeout says', async () => {
  for (const [timeout, cancelled] of [
    [undefined, true],
    [10, false],
  ] as const) {
    const bench = await startBench(client, { hook: { timeout } });
    bench.observer.answerWith((payload) =>
      payload.hook_event_name === 'SessionEnd' ? { delayMs: 3000 } : undefined,
    );
    bench.model.script({ marker: prompt, turns: [] });
    const { stderr } = await bench.run(prompt);
    assert.is(stderr.includes('Hook cancelled'), cancelled, stderr);
    await bench.close();
  }
});

test('SES-5: the same hook in two settings files runs once', async () => {
  const bench = await startBench(client, { http: true });
  const settings = await bench.project.read('.claude/settings.json');
  await bench.project.write('.claude/settings.local.json', settings);
  bench.model.script({ marker: prompt, turns: [[read(bench.project, 'src/auth.ts')]] });
  await bench.run(prompt, { args: ['--setting-sources', 'project,local'] });
  assert.is(bench.events().filter((name) => name === 'PreToolUse:Read').length, 1);
  await bench.close();
});

test('an MCP server knows project and session, and each call the id that its hook has', async () => {
  const bench = await startBench(client);
  const note = { use: 'mcp__coord__note', input: { text: 'hello' } };
  bench.model.script({ marker: prompt, turns: [[note]] });
  await bench.run(prompt, { args: ['--allowedTools', 'mcp__coord'] });
  const hook = hookOf(bench, 'mcp__coord__note');
  const [start] = bench.observer.mcpStarts;
  assert.is(start?.env.CLAUDE_CODE_SESSION_ID, hook?.session_id);
  assert.is(start?.env.CLAUDE_PROJECT_DIR, bench.project.folder);
  const call = bench.observer.mcpMessages.find(({ method }) => method === 'tools/call');
  const meta = call?.params?.['_meta'] as Record<string, unknown> | undefined;
  assert.is(meta?.['claudecode/toolUseId'], hook?.tool_use_id);
  await bench.close();
});

function hookOf({ observer }: Bench, tool: string): HookPayload | undefined {
  return observer.hooks.find(({ payload }) => payload.tool_name === tool)?.payload;
}

test('an MCP tool needs permission: the argument gives it, a project that is not trusted cannot', async () => {
  const permissions = { allow: ['mcp__coord'] };
  for (const [args, settings, allowed] of [
    [[], {}, false],
    [[], { permissions }, false],
    [['--allowedTools', 'mcp__coord'], {}, true],
  ] as const) {
    const bench = await startBench(client, { http: true, settings });
    const note = { use: 'mcp__coord__note', input: { text: 'hello' } };
    bench.model.script({ marker: prompt, turns: [[note]] });
    await bench.run(prompt, { args: [...args] });
    assert.is(bench.model.toolResults(prompt)[0]?.isError, !allowed);
    await bench.close();
  }
});

test.run();
