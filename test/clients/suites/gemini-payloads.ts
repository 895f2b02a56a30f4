import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gemini } from '../agent-clients.ts';
import { fixture, normalise, timeless } from '../fixtures.ts';
import { hooksFor, observe, type Observed, type Targets } from '../observer/observed.ts';
import type { HookAnswer, HookPayload } from '../observer/observer.ts';
import type { Said } from '../scripted-model.ts';

const client = gemini(process.argv[2] ?? '');
const kept = { client: 'gemini', update: process.env.COORD_UPDATE_FIXTURES === '1' };
const prompt = 'Make login remember the user.';
const reason = 'login in src/auth.ts is held by Ada ("Add <SSO> & tokens"), 7 minutes left.';
const events = [
  'SessionStart',
  'BeforeAgent',
  'BeforeTool',
  'AfterTool',
  'AfterAgent',
  'SessionEnd',
];

const test = suite('Gemini CLI: what its hooks send, and what it makes of the answers');

function settings({ hookCommand, server }: Targets): Record<string, unknown> {
  const hooks = hooksFor(events, { command: hookCommand, timeout: 5_000 });
  return { '.gemini/settings.json': { hooks, mcpServers: { coord: server } } };
}

function replace(old_string: string, new_string: string): Said {
  const input = { file_path: 'src/auth.ts', instruction: 'As asked.', old_string, new_string };
  return { use: 'replace', input };
}

const look: Said = { use: 'read_file', input: { file_path: 'src/auth.ts' } };
const update = replace('remembered: false', 'remembered: true');

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
    bench.observer.answerWith((payload) =>
      payload.hook_event_name === 'SessionStart' ? context(payload, '<briefing>') : undefined,
    );
    const write = { file_path: 'src/user.ts', content: 'export const user = 1;\n' };
    await bench.run(prompt, [
      [look],
      [update],
      [replace('not in the file', 'x')],
      [{ use: 'write_file', input: write }],
      [{ use: 'run_shell_command', input: { command: 'echo 3 >> src/user.ts' } }],
      [{ use: 'mcp_coord_note', input: { text: 'hello' } }],
    ]);
    for (const [name, payload] of named(bench)) {
      const found = timeless(normalise(payload, bench.places));
      assert.equal(found, await fixture(name, found, kept), name);
    }
    assert.is(named(bench).size, 13);
  }));

/** Runs one conversation whose edit is answered so before it; answers what came of it. */
async function answered(answer: HookAnswer): Promise<{ written: boolean; result: string }> {
  let outcome = { written: false, result: '' };
  await observed(async (bench) => {
    bench.observer.answerWith(({ hook_event_name: event, tool_name: tool }) =>
      event === 'BeforeTool' && tool === 'replace' ? answer : undefined,
    );
    await bench.run(prompt, [[look], [update]]);
    outcome = {
      written: (await bench.project.read('src/auth.ts')).includes('remembered: true'),
      result: bench.model.toolResults(prompt)[1]?.text ?? '',
    };
  });
  return outcome;
}

test('a denial prevents the write and is read word for word', async () => {
  const denial = { stdout: { decision: 'deny', reason } };
  for (const answer of [denial, { exitCode: 2, stderr: reason }]) {
    const { written, result } = await answered(answer);
    assert.not(written);
    assert.is(result, `Tool execution blocked: ${reason}`);
  }
});

test('a denial in the form of other clients lets the write through', async () => {
  const fields = { permissionDecision: 'deny', permissionDecisionReason: reason };
  const answers = [
    { stdout: { hookSpecificOutput: { hookEventName: 'BeforeTool', ...fields } } },
    { stdout: { permission: 'deny', message: reason } },
    { exitCode: 1, stderr: reason },
    { stdout: { systemMessage: 'No daemon.' } },
  ];
  for (const answer of answers) assert.ok((await answered(answer)).written, JSON.stringify(answer));
});

test('contexts reach the model from every event at which the adapter adds one, and not before a tool', () =>
  observed(async (bench) => {
    bench.observer.answerWith((payload) =>
      context(payload, `context at ${payload.hook_event_name}`),
    );
    await bench.run(prompt, [[look]]);
    const received = bench.model.received(prompt).join('\n');
    for (const event of ['SessionStart', 'BeforeAgent', 'AfterTool'])
      assert.ok(received.includes(`context at ${event}`), event);
    assert.not(received.includes('context at BeforeTool'));
  }));

test('what a hook prints as the input of a tool takes the place of the whole input', () =>
  observed(async (bench) => {
    bench.observer.answerWith(({ hook_event_name: hookEventName, tool_input: input }) =>
      hookEventName === 'BeforeTool'
        ? {
            stdout: {
              hookSpecificOutput: { hookEventName, tool_input: { ...input, session_id: 's' } },
            },
          }
        : undefined,
    );
    await bench.run(prompt, [[{ use: 'mcp_coord_note', input: { text: 'x' } }]]);
    const call = bench.observer.mcpMessages.find(({ method }) => method === 'tools/call');
    assert.equal(call?.params?.['arguments'], { text: 'x', session_id: 's' });
  }));

test('in a folder that is not trusted no hook runs and no server starts', () =>
  observed(async (bench) => {
    await bench.run(prompt, [[look]], { env: { GEMINI_CLI_TRUST_WORKSPACE: 'false' } });
    assert.equal([bench.observer.hooks, bench.observer.mcpStarts], [[], []]);
  }));

function context({ hook_event_name: hookEventName }: HookPayload, text: string): HookAnswer {
  return { stdout: { hookSpecificOutput: { hookEventName, additionalContext: text } } };
}

/** The payloads to keep, by the name of their file. */
function named({ observer }: Observed): Map<string, HookPayload> {
  const found = new Map<string, HookPayload>();
  for (const { payload } of observer.hooks) {
    const { hook_event_name: event, tool_name: tool } = payload;
    const name = tool === undefined ? event : `${event}-${tool}`;
    if (tool !== 'read_file') found.set(found.has(name) ? `${name}-failed` : name, payload);
  }
  found.delete('BeforeTool-replace-failed');
  return found;
}

test.run();
