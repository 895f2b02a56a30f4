import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpeechModel } from '../../relay/models/speech-model.ts';
import type { World } from '../support/harness.ts';
import { send } from '../support/http.ts';
import { onDaemon, relayScenario, scenario } from '../support/scenario.ts';
import { callTool } from '../support/tools.ts';
import { joined } from '../meetings/live.ts';
import { allSecrets, secrets, secretsIn } from './secrets.ts';

const at = '2026-01-05T08:00:00.000Z';

/** The secrets in the files of a folder, by file. */
function leaksIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  assert.ok(files.length > 0, folder);
  return files
    .filter((file) => file.isFile())
    .flatMap((file) => {
      const path = join(file.parentPath, file.name);
      return secretsIn(readFileSync(path)).map((name) => `${name} in ${file.name}`);
    });
}

async function expectNoLeak(world: World): Promise<void> {
  await world.quiet();
  const stored = world.target.database === 'sqlite' ? leaksIn(dirname(world.database.address)) : [];
  const local = onDaemon(world.target) ? leaksIn(dirname(world.treeOf('bob'))) : [];
  const { id } = world.workspace;
  const shown = await Promise.all(
    ['tasks', 'decisions', 'learnings', 'conventions', 'workstreams', 'contracts', 'sessions'].map(
      async (list) => (await world.as('cleo').get(`/workspaces/${id}/${list}`)).text,
    ),
  );
  assert.equal([...stored, ...local, ...secretsIn(shown.join('\n'))], []);
}

for (const [name, { kind, text, secret }] of Object.entries(secrets)) {
  scenario(
    'RED-1',
    `a secret in the task of a session is stored nowhere: ${name}`,
    async (world) => {
      const bob = world.as('bob');
      const started = await bob.hook({ event: 'sessionStart', task: `Use ${text} here` });
      assert.match(started.additional_context ?? '', `${kind} was removed from the task.`);
      assert.not.ok(secretsIn(JSON.stringify(started)).length);
      const prompt = await bob.hook({ event: 'beforeSubmitPrompt', task: `Now ${text}` });
      assert.match(prompt.message ?? '', `${kind} was removed from the task.`);
      const [session] = await world.as('cleo').sessions();
      assert.match(session?.current_task ?? '', `[${kind} removed]`);
      assert.not.ok(JSON.stringify(session).includes(secret));
      await expectNoLeak(world);
    },
  );
}

scenario('RED-1', 'a holder with a secret in the task is shown without it', async (world) => {
  const ada = world.as('ada').agent('ada-1');
  await ada.start(`Rotate ${secrets['GitHub']?.text}`);
  await ada.edit('src/auth.ts');
  const denied = await world.as('bob').hook({
    event: 'preToolUse',
    tool_name: 'Write',
    file_path: 'src/auth.ts',
  });
  assert.is(denied.permission, 'deny');
  assert.match(denied.message ?? '', 'Rotate [GitHub token removed]');
});

/** Every operation that takes a text, with all secrets in each of its texts. */
async function writeEverywhere(world: World): Promise<Record<string, unknown>> {
  const { id } = world.workspace;
  const bob = world.as('bob');
  const said = `Read this: ${allSecrets}`;
  // A title has less room than all of them.
  const title = `Use ${secrets['GitHub']?.text} and ${secrets['password']?.text}`;
  await bob.hook({ event: 'sessionStart', task: 'Work' });
  const session_id = 'bob-1';
  const answers: Record<string, unknown> = {};
  const call = async (name: Parameters<typeof bob.ok>[0], input: object) =>
    (answers[name] = await bob.ok(name, { id, ...input })) as { id: string; slug: string };
  await call('startWorkstream', { title, slug: 'one', description: said, session_id });
  await call('changeWorkstream', { slug: 'one', title, description: said });
  const context = { deploy: { password: 'swordfish77', steps: [said] } };
  const task = await call('createTask', { workstream: 'one', title, description: said, context });
  await call('changeTask', { task_id: task.id, title, description: said, context });
  const decision = await call('decide', { title, rationale: said });
  await call('reaffirmDecision', { decision_id: decision.id, note: said });
  await call('recordDecision', { workspace_id: id, title, rationale: said });
  await call('proposeConvention', { title, rationale: said, affected_areas: said, tier: 'may' });
  await call('learn', { insight: said, tags: [secrets['password']?.text] });
  const traces = [{ at, kind: secrets['password']?.text, text: said }];
  answers['traces'] = await bob.ok('pushTraces', { workspace_id: id, session_id, traces });
  await call('publishContract', {
    name: 'user',
    schema: '{}',
    language: 'json-schema',
    description: said,
  });
  await call('confirmReady', {
    commit_sha: 'a'.repeat(40),
    workstream_slug: 'one',
    test_results: [
      { test_file: 'a.test.ts', test_name: title, status: 'failed', error_message: said },
    ],
    session_id,
  });
  const confirmed = await bob.ok('confirmReady', {
    id,
    commit_sha: 'a'.repeat(40),
    workstream_slug: 'one',
    test_results: [{ test_file: 'a.test.ts', test_name: title, status: 'passed' }],
    session_id,
  });
  await call('retractReceipt', { receipt: confirmed.receipt_id, reason: said, session_id });
  await call('changeTask', { task_id: task.id, status: 'cancelled' });
  await call('completeWorkstream', { slug: 'one', pr_url: `https://bob:hunter22x@example.com/1` });
  const participants = [secrets['password']?.text];
  await call('ingestMeeting', {
    workspace_id: id,
    title,
    transcript: `Ann: ${said}\nWe decided to use ${said}`,
    participants,
  });
  await call('createWorkspace', { name: title, slug: `other-${world.workspace.slug}` });
  await call('createKey', { name: secrets['password']?.text });
  await world.as('ada').agent('ada-1').start();
  await world.as('ada').agent('ada-1').edit('src/auth.ts');
  const negotiation = await call('openNegotiation', {
    file: 'src/auth.ts',
    rationale: said,
    session_id,
  });
  const answer = { negotiation_id: negotiation.id, action: 'hold', note: said };
  answers['respond'] = await world
    .as('ada')
    .ok('respondNegotiation', { id, ...answer, session_id: 'ada-1' });
  await call('endWorkstream', {
    slug: (await call('startWorkstream', { title, slug: 'two', session_id })).slug,
    reason: said,
  });
  const doc = { name: 'login', kind: 'function', start_line: 1, end_line: 2, doc: said };
  const symbol = {
    ...doc,
    signature: '()',
    exported: true,
    meaning_hash: 'a',
    signature_hash: 'b',
  };
  await call('publishSymbols', {
    files: [{ path: 'src/x.ts', symbols: [symbol], parsed: true }],
    full: true,
  });
  await call('ask', { question: title });
  await call('search', { workspace_id: id, query: title });
  return answers;
}

scenario('RED-1', 'a secret in any text of any operation is stored nowhere', async (world) => {
  const answers = await writeEverywhere(world);
  const leaking = Object.entries(answers)
    // A key is shown once, by purpose.
    .filter(([name]) => name !== 'createKey')
    .map(([name, answer]) => [name, secretsIn(JSON.stringify(answer))])
    .filter(([, found]) => found?.length);
  assert.equal(leaking, []);
  assert.is((answers['traces'] as { redacted: number }).redacted, Object.keys(secrets).length + 1);
  await expectNoLeak(world);
});

scenario(
  'RED-2',
  'the answer says what was removed, where it stood, and never the text',
  async (world) => {
    const { id } = world.workspace;
    const bob = world.as('bob');
    await bob.ok('startWorkstream', { id, title: 'One', slug: 'one' });
    const { redacted } = (await bob.ok('createTask', {
      id,
      workstream: 'one',
      title: `Rotate ${secrets['GitHub']?.text}`,
      description: `${secrets['AWS']?.text} ${secrets['AWS']?.text}`,
      context: { steps: [{ password: 'swordfish77' }] },
    })) as { redacted?: unknown };
    assert.equal(redacted, [
      { field: 'title', kind: 'GitHub token', count: 1 },
      { field: 'description', kind: 'AWS key', count: 2 },
      { field: 'context.steps[0].password', kind: 'password', count: 1 },
    ]);
    const plain = await bob.ok('decide', { id, title: 'Tokens live in the vault' });
    assert.not.ok('redacted' in plain);
    const refused = await bob.refused('createTask', {
      id,
      workstream: 'none',
      title: allSecrets.slice(0, 290),
    });
    assert.equal(secretsIn(refused.text), []);
  },
);

scenario(
  'RED-2',
  'the same request again answers the same, with what was removed',
  async (world) => {
    const { id } = world.workspace;
    const decision = { id, title: `Keep ${secrets['npm']?.text}` };
    const asking = { idempotencyKey: 'one' };
    const first = await world.as('bob').ok('decide', decision, asking);
    assert.ok('redacted' in first);
    assert.equal(await world.as('bob').ok('decide', decision, asking), first);
    await expectNoLeak(world);
  },
);

scenario(
  'RED-1',
  'a secret in a call of a tool is stored nowhere, and the agent is told',
  async (world) => {
    const args = { title: `Use ${secrets['npm']?.text}`, rationale: allSecrets };
    const answer = await callTool(world, world.as('bob'), { tool: 'decide', args });
    assert.not.ok(answer.isError);
    assert.equal(secretsIn(answer.text), []);
    const redacted = answer.data['redacted'] as { field: string; kind: string }[];
    assert.equal(redacted[0], { field: 'title', kind: 'npm token', count: 1 });
    assert.is(redacted.length, 1 + new Set(Object.values(secrets).map(({ kind }) => kind)).size);
    await expectNoLeak(world);
  },
);

scenario(
  'RED-1',
  'names, paths and receipts that look like secrets stay as they are',
  async (world) => {
    const { id } = world.workspace;
    const bob = world.as('bob');
    const path = `src/${secrets['GitHub']?.text}.ts`;
    await bob.ok('learn', { id, insight: 'Mind the file', files: [path] });
    const { learnings } = await bob.ok('listLearnings', { id });
    assert.equal(learnings[0]?.files, [path]);
  },
);

scenario(
  'RED-1',
  "a secret in an agent's type or in the key of a request is stored nowhere",
  async (world) => {
    const { id } = world.workspace;
    const bob = world.as('bob');
    const agent_type = `claude ${secrets['npm']?.text}`;
    const key = { idempotencyKey: `retry-${secrets['GitHub']?.text}` };
    const started = await bob.hook({ event: 'sessionStart', task: 'Work', agent_type }, key);
    assert.match(JSON.stringify(started), 'An npm token was removed from the agent type.');
    const [session] = await world.as('cleo').sessions();
    assert.is(session?.agent_type, 'claude [npm token removed]');
    await bob.ok('sync', { id, agent_type: secrets['AWS']?.text });
    const first = await bob.ok('decide', { id, title: 'One' }, key);
    assert.equal(await bob.ok('decide', { id, title: 'One' }, key), first);
    const other = { idempotencyKey: `retry-${secrets['npm']?.text}` };
    const second = await bob.ok('decide', { id, title: 'Two' }, other);
    assert.is.not(second.id, first.id);
    await expectNoLeak(world);
  },
);

scenario(
  'RED-1',
  'the name of a contract may not be a secret, and the refusal says so',
  async (world) => {
    const { id } = world.workspace;
    const bob = world.as('bob');
    const contract = { id, schema: '{}', language: 'json-schema', files: [] };
    const refused = await bob.refused('publishContract', {
      ...contract,
      name: secrets['GitHub']?.text,
    });
    assert.is(refused.status, 400);
    assert.match(refused.text, 'name holds what looks like a secret');
    assert.equal(secretsIn(refused.text), []);
    await bob.ok('publishContract', { ...contract, name: 'user.token-v2' });
    await expectNoLeak(world);
  },
);

const speech: SpeechModel = {
  transcribe: (audio) => Promise.resolve(`${audio.toString()} ${allSecrets}`),
};

relayScenario(
  'RED-1',
  'a secret that is said in a meeting is stored nowhere, and shown to nobody',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const ada = world.as('ada');
    const made = await ada.ok('startMeeting', { workspace_id, title: 'Standup' });
    const headers = { authorization: `Bearer ${ada.account.key}` };
    const client = await joined(made.ws_url, { headers });
    client.send({ type: 'text', speaker: 'Ann', text: `We decided to use ${allSecrets}` });
    client.send(Buffer.from('We decided to say'));
    for (const place of [0, 1]) {
      const message = await client.inbox.find(
        'a chunk',
        (one) => client.inbox.items.indexOf(one) === place,
      );
      assert.match(message.text ?? '', '[GitHub token removed]');
      assert.match(JSON.stringify(message), '"kind":"GitHub token"');
      assert.equal(secretsIn(JSON.stringify(message)), []);
    }
    client.send({ type: 'stop' });
    const done = await client.next('complete');
    assert.equal(secretsIn(JSON.stringify(done)), []);
    const { text } = await ada.get(`/meetings/${made.id}`);
    assert.equal(secretsIn(text), []);
    await expectNoLeak(world);
  },
  { relay: { speechModel: speech } },
);

scenario(
  'RED-1',
  'while the relay is away, the daemon keeps a task without its secrets',
  async (world) => {
    const bob = world.as('bob');
    await bob.hook({ event: 'sessionStart', task: 'Work' });
    const url = await bob.base();
    await world.closeRelay(world.relay);
    const body = {
      event: 'beforeSubmitPrompt',
      agent_type: `claude ${secrets['npm']?.text}`,
      workspace_slug: world.workspace.slug,
      conversation_id: 'bob-1',
      task: allSecrets,
    };
    const headers = {
      authorization: `Bearer ${bob.account.key}`,
      'content-type': 'application/json',
      'idempotency-key': `retry-${secrets['GitHub']?.text}`,
    };
    const path = '/workspaces/sessions/hook';
    const answer = await send(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
    assert.is(answer.status, 200, answer.text);
    assert.match(answer.text, 'A GitHub token was removed from the task.');
    const shown = await send(url, { method: 'GET', path: '/status', headers });
    assert.match(shown.text, '[GitHub token removed]');
    assert.match(shown.text, '"outbox":1');
    assert.equal(secretsIn(answer.text + shown.text), []);
    assert.equal(leaksIn(dirname(world.treeOf('bob'))), []);
  },
  { on: onDaemon },
);

scenario(
  'RED-1',
  "a secret in a client's own hook is stored nowhere, also where it goes over the end of the task",
  async (world) => {
    const bob = world.as('bob');
    const url = await bob.base();
    const headers = {
      authorization: `Bearer ${bob.account.key}`,
      'content-type': 'application/json',
    };
    const prompts = [`Do it. ${allSecrets}`, `${'word '.repeat(398)} ${secrets['GitHub']?.text}`];
    for (const prompt of prompts) {
      const body = { hook_event_name: 'UserPromptSubmit', session_id: 'b-2', cwd: '/', prompt };
      const path = '/hooks/claude-code';
      const answer = await send(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
      assert.match(answer.text, 'A GitHub token was removed from the task.');
      assert.equal(secretsIn(answer.text), []);
    }
    const sessions = JSON.stringify(await world.as('cleo').sessions());
    assert.not.ok(sessions.includes('ghp_'), sessions);
    await expectNoLeak(world);
  },
  { on: onDaemon },
);

test.run();
