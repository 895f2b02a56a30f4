import { tmpdir } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fixture, normalise } from '../fixtures.ts';
import { createGate } from '../gate.ts';
import { edit, read, startBench, type Bench } from '../observer/bench.ts';
import type { HookPayload } from '../observer/observer.ts';
import type { Said } from '../scripted-model.ts';

const client = { binary: process.argv[2] ?? '', path: process.env.PATH ?? '' };
const kept = { client: 'claude-code', update: process.env.COORD_UPDATE_FIXTURES === '1' };
const prompt = 'Make login remember the user.';
const subagentPrompt = 'Make logout say so.';
const backgroundPrompt = 'Look around.';

const test = suite('Claude Code: what its hooks send');

test('the payload of every event and tool is the one on file', async () => {
  const bench = await startBench(client);
  try {
    await converse(bench);
    for (const [name, payload] of await named(bench)) {
      const observed = normalise(payload, placesOf(bench));
      assert.equal(observed, await fixture(name, observed, kept), name);
    }
  } finally {
    await bench.close();
  }
});

test('an edit that cannot apply, and a tool that does not exist, fire no hook at all', async () => {
  const bench = await startBench(client);
  const missing = edit(bench.project, 'not in the file', 'x');
  const turns = [[missing], [{ use: 'mcp__coord__unknown', input: {} }]];
  bench.model.script({ marker: prompt, turns });
  await bench.run(prompt);
  assert.equal(bench.events(), ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd']);
  assert.ok(bench.model.toolResults(prompt).every((result) => result.isError));
  await bench.close();
});

test('a subagent in a worktree names files inside it, and the project by its own folder', async () => {
  const bench = await startBench(client);
  const isolated = { ...subagent(subagentPrompt), isolation: 'worktree' };
  const write = { use: 'Write', input: { file_path: 'src/new.ts', content: 'export {};\n' } };
  bench.model.script({ marker: prompt, turns: [[{ use: 'Agent', input: isolated }]] });
  bench.model.script({ marker: subagentPrompt, turns: [[write]] });
  await bench.run(prompt);
  const seen = bench.observer.hooks.find(({ payload }) => payload.tool_name === 'Write');
  const payload = normalise(seen?.payload, placesOf(bench));
  assert.equal(payload, await fixture('PreToolUse-Write-worktree', payload, kept));
  assert.is(seen?.env?.CLAUDE_PROJECT_DIR, bench.project.folder);
  await bench.close();
});

test('a resumed conversation keeps its session id, and a forked one gets another', async () => {
  const bench = await startBench(client);
  bench.model.script({ marker: prompt, turns: [] });
  await bench.run(prompt);
  const first = bench.observer.hooks[0]?.payload.session_id ?? '';
  await bench.run('Go on.', { args: ['--resume', first] });
  await bench.run('Go on.', { args: ['--resume', first, '--fork-session'] });
  const starts = bench.observer.hooks
    .map(({ payload }) => payload)
    .filter(({ hook_event_name: event }) => event === 'SessionStart');
  assert.equal(
    starts.map(({ source }) => source),
    ['startup', 'resume', 'fork'],
  );
  assert.equal(
    starts.map(({ session_id: id }) => id === first),
    [true, true, false],
  );
  await bench.close();
});

test('clearing ends the session and starts another; compacting keeps it, and ends subagents that never started', async () => {
  const bench = await startBench(client);
  bench.model.script({ marker: prompt, turns: [[read(bench.project, 'src/auth.ts')]] });
  await bench.run(prompt);
  const first = bench.observer.hooks[0]?.payload.session_id ?? '';
  const seen = bench.observer.hooks.length;
  await bench.run('Go on.', { args: ['--resume', first] });
  await bench.run('/compact', { args: ['--resume', first] });
  await bench.run('/clear', { args: ['--resume', first] });
  const after = bench.observer.hooks.slice(seen).map(({ payload }) => payload);
  for (const [name, found] of [
    ['SubagentStop-internal', ({ agent_type: type }) => type === ''],
    ['SessionStart-compact', ({ source }) => source === 'compact'],
    ['SessionEnd-clear', ({ reason }) => reason === 'clear'],
    ['SessionStart-clear', ({ source }) => source === 'clear'],
  ] as [string, (payload: HookPayload) => boolean][]) {
    const payload = normalise(after.find(found), placesOf(bench));
    assert.equal(payload, await fixture(name, payload, kept), name);
  }
  assert.not(bench.events().includes('SubagentStart'));
  const started = after.find(({ source }) => source === 'clear');
  assert.is.not(started?.session_id, first);
  assert.is(after.find(({ source }) => source === 'compact')?.session_id, first);
  await bench.close();
});

async function converse(bench: Bench): Promise<void> {
  const stopped = createGate();
  bench.observer.answerWith((payload) => {
    if (payload.hook_event_name === 'Stop') stopped.open();
    return undefined;
  });
  const { project, model } = bench;
  model.script({ marker: prompt, turns: mainTurns(bench) });
  const turns = [[read(project, 'src/auth.ts')], [edit(project, 'gone: false', 'gone: true')]];
  model.script({ marker: subagentPrompt, turns });
  const wait = async (): Promise<Said[]> => (await stopped.opened, [{ say: 'Nothing here.' }]);
  model.script({ marker: backgroundPrompt, turns: [wait] });
  await bench.run(prompt, { args: ['--allowedTools', 'Bash', 'mcp__coord'] });
}

function mainTurns({ project }: Bench): Said[][] {
  const cell = { cell_id: 'first', new_source: 'x = 2' };
  const created = { file_path: project.at('src/user.ts'), content: 'export const user = 1;\n' };
  return [
    [read(project, 'src/auth.ts')],
    [edit(project, 'remembered: false', 'remembered: true')],
    [{ use: 'Write', input: created }],
    [{ use: 'Write', input: { ...created, content: 'export const user = 2;\n' } }],
    [read(project, 'notes.ipynb')],
    [{ use: 'NotebookEdit', input: { notebook_path: project.at('notes.ipynb'), ...cell } }],
    [{ use: 'Bash', input: { command: 'echo 3 >> src/user.ts', description: 'Add a line' } }],
    [{ use: 'Bash', input: { command: 'exit 3', description: 'Fail' } }],
    [{ use: 'mcp__coord__note', input: { text: 'hello' } }],
    [{ use: 'Agent', input: subagent(subagentPrompt) }],
    [{ use: 'Agent', input: { ...subagent(backgroundPrompt), run_in_background: true } }],
    [{ say: 'All done.' }],
  ];
}

function subagent(text: string): Record<string, unknown> {
  const kind = { subagent_type: 'general-purpose', run_in_background: false };
  return { description: 'Help with it', prompt: text, ...kind };
}

/** The payloads to keep, by the name of their file. */
async function named({ observer }: Bench): Promise<Map<string, HookPayload>> {
  const found = new Map<string, HookPayload>();
  for (const { payload } of observer.hooks) {
    const name = fileName(payload);
    if (payload.tool_name !== 'Read' && !found.has(name)) found.set(name, payload);
  }
  return found;
}

function fileName(payload: HookPayload): string {
  const { hook_event_name: event, tool_name: tool, agent_id: agent } = payload;
  const parts = [event, tool, event.endsWith('ToolUse') && agent ? 'subagent' : undefined];
  return [...parts, variantOf(payload)].filter((part) => part !== undefined).join('-');
}

/** Two payloads of one event that an adapter must tell apart get two files. */
function variantOf(payload: HookPayload): string | undefined {
  const response = payload.tool_response as { type?: string; isAsync?: boolean } | undefined;
  if (response?.type === 'update') return 'update';
  if (response?.isAsync || isRunning(payload)) return 'background';
  return String(payload.prompt).startsWith('<task-notification>') ? 'notification' : undefined;
}

function isRunning({ background_tasks: tasks, agent_id: agent }: HookPayload): boolean {
  return agent === undefined && Array.isArray(tasks) && tasks.length > 0;
}

function placesOf({ project, home }: Bench): Map<string, string> {
  const slug = (path: string) => path.replaceAll(/[^A-Za-z0-9]/g, '-');
  return new Map([
    [project.folder, '/repo'],
    [slug(project.folder), '-repo'],
    [home, '/home/dev'],
    [`${tmpdir()}/claude-${process.getuid?.() ?? 0}/`, '/tmp/claude-1000/'],
  ]);
}

test.run();
