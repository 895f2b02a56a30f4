import { stringify } from 'smol-toml';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codex } from '../agent-clients.ts';
import { fixture, normalise, timeless } from '../fixtures.ts';
import { hooksFor, observe, type Observed, type Targets } from '../observer/observed.ts';
import type { HookAnswer, HookPayload } from '../observer/observer.ts';
import { runCodex } from '../run-codex.ts';
import type { Said } from '../scripted-model.ts';

const client = codex(process.argv[2] ?? '');
const kept = { client: 'codex', update: process.env.COORD_UPDATE_FIXTURES === '1' };
const prompt = 'Make login remember the user.';
const reason = 'login in src/auth.ts is held by Ada ("Add <SSO> & tokens"), 7 minutes left.';
const events = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

const test = suite('Codex: what its hooks send, and what it makes of the answers');

function settings({ hookCommand, server }: Targets): Record<string, unknown> {
  const mcp_servers = { coord: { ...server, default_tools_approval_mode: 'approve' } };
  const hooks = hooksFor(events, { command: hookCommand, timeout: 3 });
  return { '.codex/hooks.json': { hooks }, '.codex/config.toml': stringify({ mcp_servers }) };
}

function patch(...lines: string[]): Said {
  const input = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
  return { use: 'apply_patch', input };
}

const change = ['-  return { name, remembered: false };', '+  return { name, remembered: true };'];
const update = patch('*** Update File: src/auth.ts', '@@', ...change);

async function observed(work: (bench: Observed) => Promise<void>): Promise<void> {
  const bench = await observe(client, settings);
  try {
    await work(bench);
  } finally {
    await bench.close();
  }
}

test('the payload of every event and tool is the one on file', () =>
  observed(async (bench) => {
    const many = patch(
      '*** Add File: src/new.ts',
      '+export const a = 1;',
      '*** Update File: src/auth.ts',
      '*** Move to: src/session.ts',
      '@@',
      '-  return { name, gone: false };',
      '+  return { name, gone: true };',
      '*** Delete File: notes.ipynb',
    );
    await bench.run(prompt, [
      [update],
      [many],
      [{ use: 'exec_command', input: { cmd: 'echo 3 >> src/new.ts' } }],
      [{ use: 'mcp__coord__note', input: { text: 'hello' } }],
    ]);
    assert.not((await bench.project.read('src/session.ts')).includes('gone: false'));
    for (const [name, payload] of named(bench)) {
      const found = timeless(normalise(payload, bench.places));
      assert.equal(found, await fixture(name, found, kept), name);
    }
    assert.is(named(bench).size, 12);
  }));

test('SES-1: a subagent has its parent’s session and an id of its own', () =>
  observed(async (bench) => {
    const task = 'Make logout say so.';
    bench.model.script({ marker: task, turns: [[update]] });
    const spawn = {
      use: 'collaboration__spawn_agent',
      input: { task_name: 'helper', message: task },
    };
    const wait = { use: 'collaboration__wait_agent', input: { timeout_ms: 10_000 } };
    const args = ['-c', 'features.multi_agent_v2=true'];
    await bench.run(prompt, [[spawn], [wait]], { args });
    const isOwn = ({ agent_id: agent }: HookPayload) => agent !== undefined;
    const own = bench.observer.hooks.map(({ payload }) => payload).filter(isOwn);
    const seen = own.map(({ hook_event_name: event }) => event);
    assert.equal(seen, ['SubagentStart', 'PreToolUse', 'PostToolUse', 'SubagentStop']);
    for (const payload of own) {
      const { hook_event_name: event, tool_name: tool } = payload;
      const name = tool === undefined ? event : `${event}-${tool}-subagent`;
      const found = timeless(normalise(payload, bench.places));
      assert.equal(found, await fixture(name, found, kept), name);
    }
  }));

test('a patch that does not fit is asked about and never reported as done', () =>
  observed(async (bench) => {
    const misfit = patch('*** Update File: src/auth.ts', '@@', '-not in the file', '+x');
    await bench.run(prompt, [[misfit]]);
    const seen = bench.events();
    assert.equal(seen.slice(2), ['PreToolUse:apply_patch', 'Stop', 'SessionEnd']);
  }));

test('a command that fails is reported like any other', () =>
  observed(async (bench) => {
    await bench.run(prompt, [[{ use: 'exec_command', input: { cmd: 'exit 3' } }]]);
    assert.equal(bench.events().slice(2, 4), ['PreToolUse:Bash', 'PostToolUse:Bash']);
  }));

/** Runs one conversation whose patch is answered so before it; answers what came of it. */
async function answered(answer: HookAnswer): Promise<{ written: boolean; result: string }> {
  let outcome = { written: false, result: '' };
  await observed(async (bench) => {
    bench.observer.answerWith((payload) => (isAsked(payload) ? answer : undefined));
    await bench.run(prompt, [[update]]);
    outcome = {
      written: (await bench.project.read('src/auth.ts')).includes('remembered: true'),
      result: bench.model.toolResults(prompt)[0]?.text ?? '',
    };
  });
  return outcome;
}

function isAsked({ hook_event_name: event, tool_name: tool }: HookPayload): boolean {
  return event === 'PreToolUse' && tool === 'apply_patch';
}

function decision(more: Record<string, unknown> = {}): HookAnswer {
  const fields = { permissionDecision: 'deny', permissionDecisionReason: reason, ...more };
  return { stdout: { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } } };
}

test('a denial prevents the write and is read word for word', async () => {
  for (const answer of [decision(), { exitCode: 2, stderr: reason }]) {
    const { written, result } = await answered(answer);
    assert.not(written);
    assert.ok(result.startsWith(`Command blocked by PreToolUse hook: ${reason}`), result);
  }
});

test('a denial with one key more, or none of its form, lets the write through', async () => {
  const answers = [
    decision({ message: reason }),
    decision({ permissionDecisionReason: '' }),
    { stdout: { decision: 'deny', reason } },
    { exitCode: 1, stderr: reason },
  ];
  for (const answer of answers)
    assert.ok((await answered(answer)).written, JSON.stringify(answer.stdout));
});

test('contexts reach the model from every event at which the adapter adds one', () =>
  observed(async (bench) => {
    const canNotify = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'];
    bench.observer.answerWith(({ hook_event_name: hookEventName }) =>
      canNotify.includes(hookEventName)
        ? {
            stdout: {
              hookSpecificOutput: {
                hookEventName,
                additionalContext: `context at ${hookEventName}`,
              },
            },
          }
        : undefined,
    );
    await bench.run(prompt, [[update]]);
    const received = bench.model.received(prompt).join('\n');
    for (const event of canNotify) assert.ok(received.includes(`context at ${event}`), event);
    assert.ok((await bench.project.read('src/auth.ts')).includes('remembered: true'));
  }));

test('a message for the user does not stand in the way of a write', async () => {
  assert.ok((await answered({ stdout: { systemMessage: 'No daemon.' } })).written);
});

test('in a project that is not trusted no hook runs and no server starts', () =>
  observed(async ({ project, home, model, observer }) => {
    model.script({ marker: prompt, turns: [[update]] });
    const fixed = { folder: project.folder, home, modelUrl: model.url };
    const path = process.env.PATH ?? '';
    await runCodex({ ...fixed, path, prompt, binary: process.argv[2] ?? '', trusted: false });
    assert.equal([observer.hooks, observer.mcpStarts], [[], []]);
    assert.ok((await project.read('src/auth.ts')).includes('remembered: true'));
  }));

test('an MCP call has the id that its hook has, and the server’s environment knows no session', () =>
  observed(async (bench) => {
    await bench.run(prompt, [[{ use: 'mcp__coord__note', input: { text: 'x' } }]]);
    const call = bench.observer.mcpMessages.find(({ method }) => method === 'tools/call');
    const meta = call?.params?.['_meta'] as { callId?: string } | undefined;
    const hook = bench.observer.hooks.find(({ payload }) => payload.tool_name !== undefined);
    assert.type(meta?.callId, 'string');
    assert.is(meta?.callId, hook?.payload['tool_use_id']);
    const [start] = bench.observer.mcpStarts;
    assert.equal(Object.keys(start?.env ?? {}).sort(), ['HOME', 'PATH']);
    assert.is(start?.cwd, bench.project.folder);
  }));

/** The payloads to keep, by the name of their file. */
function named({ observer }: Observed): Map<string, HookPayload> {
  const found = new Map<string, HookPayload>();
  for (const { payload } of observer.hooks) {
    const { hook_event_name: event, tool_name: tool } = payload;
    const name = tool === undefined ? event : `${event}-${tool}`;
    found.set(found.has(name) ? `${name}-many` : name, payload);
  }
  return found;
}

test.run();
