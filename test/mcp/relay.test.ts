/** `POST /mcp` as a client of a relay, or of a daemon in front of it, finds it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '../support/http.ts';
import type { World } from '../support/harness.ts';
import { onDaemon, relayScenario, scenario } from '../support/scenario.ts';
import { callTool } from '../support/tools.ts';

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

function ask(world: World, body: unknown, more: Record<string, string> = {}): Promise<Answer> {
  const request = { method: 'POST', path: '/mcp', body: JSON.stringify(body) } as const;
  return world.as('ada').send({ ...request, headers: { ...headers, ...more } });
}

function calls(...names: string[]): unknown[] {
  const params = (title: string) => ({ name: 'decide', arguments: { title, rationale: 'why' } });
  return names.map((title, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: params(title),
  }));
}

relayScenario('ANS-1', 'MCP answers with the quota, and to POST and DELETE only', async (world) => {
  await world.setTier('pro');
  world.clock.advance(2_000);
  const listed = await ask(world, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  assert.is(listed.status, 200);
  assert.is(listed.headers['x-ratelimit-limit'], '50000');
  assert.ok(Number(listed.headers['x-ratelimit-reset']) > 0);
  const answer = await world.as('ada').send({ method: 'GET', path: '/mcp', headers });
  assert.is(answer.status, 405);
  assert.is(answer.headers['allow'], 'POST, DELETE');
  const unnamed = await world.as('ada').send({ method: 'DELETE', path: '/mcp', headers });
  assert.is(unnamed.status, 400, 'MCP-8: which session ends must be named');
});

relayScenario(
  'ANS-9',
  'MCP answers under any name of the relay, and no page but the own one',
  async (world) => {
    const asked = async (more: Record<string, string>) =>
      (await ask(world, { jsonrpc: '2.0', id: 1, method: 'ping' }, more)).status;
    const proxied = { host: 'coord.example.com' };
    assert.is(await asked(proxied), 200, 'a proxy that passes on the host');
    assert.is(await asked({ 'x-forwarded-host': 'coord.example.com' }), 200);
    const page = { origin: 'https://coord.example.com' };
    assert.is(await asked({ ...proxied, ...page }), 200, 'a page of the relay');
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      assert.is(await asked({ origin }), 403, origin);
      assert.is(await asked({ ...proxied, origin }), 403, origin);
    }
    const rebound = { host: 'evil.example', origin: 'http://evil.example', authorization: '' };
    assert.is(await asked(rebound), 401, 'a name that leads here has no key');
  },
);

scenario(
  'ANS-5',
  'each call of a batch is one request, and is repeated by itself',
  async (world) => {
    const key = { 'idempotency-key': 'one-batch', 'x-coord-workspace': world.workspace.slug };
    for (const batch of [calls('B1', 'B2'), calls('B1', 'B2')]) {
      assert.is((await ask(world, batch, key)).status, 200);
    }
    const { decisions } = await world.as('ada').ok('listDecisions', { id: world.workspace.id });
    assert.equal(decisions.map(({ title }) => title).toSorted(), ['B1', 'B2']);
  },
);

relayScenario('LIM-1', 'a batch is as many requests as it has messages', async (world) => {
  await world.setTier('free');
  world.clock.advance(2_000);
  const batch = Array.from({ length: 100 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/list',
  }));
  const answers: Answer[] = [];
  for (let asked = 0; asked < 11; asked += 1) answers.push(await ask(world, batch));
  assert.equal(
    answers.map(({ status }) => status),
    [...Array.from({ length: 10 }, () => 200), 429],
  );
  assert.match(answers.at(-1)?.text ?? '', 'The 1000 requests of today are used up');
});

scenario('ANS-1', 'arguments that are no object are answered in words', async (world) => {
  for (const given of [[], 'text', null, 7]) {
    const params = { name: 'decide', arguments: given };
    const answer = await ask(
      world,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { 'x-coord-workspace': world.workspace.slug },
    );
    assert.is(answer.status, 200);
    assert.not.match(answer.text, '-32603', JSON.stringify(given));
  }
});

scenario(
  'ACC-2',
  'a daemon fills in its workspace',
  async (world) => {
    await world.as('ada').ok('createWorkspace', { name: 'Other', slug: `other-${Date.now()}` });
    const [one] = calls('Here');
    const answer = await ask(world, one);
    assert.is(answer.status, 200);
    const { decisions } = await world.as('ada').ok('listDecisions', { id: world.workspace.id });
    assert.equal(
      decisions.map(({ title }) => title),
      ['Here'],
    );
  },
  { on: onDaemon },
);

scenario('MCP-2', 'a call that names another workspace is recorded in neither', async (world) => {
  const slug = `other-${Date.now()}`;
  const other = await world.as('ada').ok('createWorkspace', { name: 'Other', slug });
  for (const named of [{ workspace_id: other.id }, { workspace_slug: slug }]) {
    const args = { title: 'There', rationale: 'why', ...named };
    const answer = await callTool(world, world.as('ada'), { tool: 'decide', args });
    assert.ok(answer.isError, answer.text);
    assert.match(answer.text, 'names another workspace than');
  }
  for (const { id } of [world.workspace, other])
    assert.equal((await world.as('ada').ok('listDecisions', { id })).decisions, []);
});

scenario('G8', 'the tool symbols takes an id of a symbol', async (world) => {
  const args = { id: 'src/none.ts#login' };
  const answer = await callTool(world, world.as('ada'), { tool: 'symbols', args });
  assert.not.ok(answer.isError, answer.text);
  assert.equal(answer.data['symbols'], []);
});

relayScenario(
  'G6',
  'workstreams and tasks are changed by the paths of their families',
  async (world) => {
    const { id } = world.workspace;
    const bob = world.as('bob');
    await bob.ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
    const task = await bob.ok('createTask', { id, workstream: 'pay', title: 'T' });
    const json = { 'content-type': 'application/json' };
    const change = async (method: 'PATCH' | 'DELETE', path: string, fields: object) => {
      const answer = await bob.send({ method, path, headers: json, body: JSON.stringify(fields) });
      assert.is(answer.status, 200, answer.text);
      return answer.body as Record<string, unknown>;
    };
    const renamed = await change('PATCH', `/workspaces/${id}/workstreams`, {
      slug: 'pay',
      title: 'Paying',
    });
    assert.is(renamed['title'], 'Paying');
    const done = await change('PATCH', `/workspaces/${id}/tasks`, {
      task_id: task.id,
      status: 'cancelled',
    });
    assert.is(done['status'], 'cancelled');
    const ended = await change('DELETE', `/workspaces/${id}/workstreams`, { slug: 'pay' });
    assert.is(ended['status'], 'abandoned');
  },
);

scenario(
  'MTG-15',
  'an agent is asked to read a meeting, and hands in what it found',
  async (world) => {
    const { id: workspace_id, slug } = world.workspace;
    const transcript = 'Ann: We use JWT in src/auth.ts then.\nBob: Fine.';
    const said = 'We use JWT in src/auth.ts then.';
    const { id } = await world
      .as('bob')
      .ok('ingestMeeting', { workspace_id, title: 'Login', transcript });
    const workspace = { 'x-coord-workspace': slug };
    const listed = await ask(world, { jsonrpc: '2.0', id: 1, method: 'prompts/list' }, workspace);
    assert.match(listed.text, 'read_meeting');
    const params = { name: 'read_meeting', arguments: { meeting: 'login' } };
    const asked = await ask(
      world,
      { jsonrpc: '2.0', id: 2, method: 'prompts/get', params },
      workspace,
    );
    assert.match(asked.text, `- Ann: ${said}`);
    const wrong = { ...params, arguments: { meeting: 'mtg_0' } };
    const refused = await ask(
      world,
      { jsonrpc: '2.0', id: 3, method: 'prompts/get', params: wrong },
      workspace,
    );
    assert.match(refused.text, 'No such meeting');
    const decisions = [{ title: 'Use JWT', affected_files: ['src/auth.ts'], sentence: said }];
    const found = { meeting_id: id, decisions, action_items: [], read_by: 'Claude' };
    const call = { name: 'submit_reading', arguments: found };
    const done = await ask(
      world,
      { jsonrpc: '2.0', id: 4, method: 'tools/call', params: call },
      workspace,
    );
    assert.not.match(done.text, 'isError');
    const read = await world.as('cleo').ok('getMeeting', { meeting_id: id });
    assert.equal([read.method, read.decisions[0]?.title], ['agent:Claude', 'Use JWT']);
  },
);

test.run();
