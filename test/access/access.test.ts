import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../shared/api/client.ts';
import { operationNames, operations, type OperationName } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { refusalIn, type Input } from '../support/person.ts';
import { send } from '../support/http.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

const all = operationNames.map((name): [OperationName, Operation] => [name, operations[name]]);
const overHttp = all.filter(([, { delivery }]) => delivery !== 'websocket');

/** An input that is right in every way, in the workspace with this id and slug. */
function inputOf(
  name: OperationName,
  { id, slug }: { id: string; slug: string },
  user: string,
): Input {
  const inputs: Partial<Record<OperationName, Input>> = {
    exchangeToken: { token: 'x.y.z' },
    revokeKey: { key_id: 'key_00000000000000000000' },
    createWorkspace: { name: 'New', slug: 'new' },
    changeWorkspace: { id, name: 'New' },
    addMember: { id, user_id: user, role: 'member' },
    removeMember: { id, userId: user },
    invite: { id, email: 'new@example.com' },
    revokeInvitation: { id, invitation_id: 'ivt_0' },
    acceptInvitation: { invitation: 'inv_0' },
    memberDetail: { id, userId: user },
    hook: { workspace_slug: slug, event: 'postToolUse', conversation_id: 'c', file_path: 'a.md' },
    heartbeat: { workspace_slug: slug, session_id: 'c' },
    endSession: { workspace_slug: slug, session_id: 'c' },
    publishSymbols: { id, files: [] },
    recordDecision: { workspace_id: id, title: 'T', rationale: 'R', type: 'approach', files: [] },
    decide: { id, title: 'T' },
    search: { workspace_id: id, query: 'anything' },
    getDecision: { id, decision_id: 'dec_0' },
    reaffirmDecision: { id, decision_id: 'dec_0' },
    acceptDecision: { id, decision_id: 'dec_0' },
    declineDecision: { id, decision_id: 'dec_0' },
    listTold: { id, decision_id: 'dec_0' },
    proposeConvention: { id, title: 'T' },
    getConvention: { id, cid: 'cnv_0' },
    changeConvention: { id, cid: 'cnv_0', tier: 'may' },
    learn: { id, insight: 'I' },
    ask: { id, question: 'why?' },
    pushTraces: { workspace_id: id, traces: [] },
    startWorkstream: { id, title: 'T' },
    getWorkstream: { id, slug: 's' },
    changeWorkstream: { id, slug: 's', title: 'T' },
    endWorkstream: { id, slug: 's' },
    joinWorkstream: { id, slug: 's' },
    leaveWorkstream: { id, slug: 's' },
    completeWorkstream: { id, slug: 's' },
    createTask: { id, workstream: 's', title: 'T' },
    getTask: { id, task_id: 'tsk_0' },
    claimTask: { id, task_id: 'tsk_0' },
    changeTask: { id, task_id: 'tsk_0', status: 'done' },
    openNegotiation: { id, session_id: 'c', file: 'a.md', rationale: 'R' },
    getNegotiation: { id, negotiation_id: 'neg_0' },
    respondNegotiation: { id, negotiation_id: 'neg_0', action: 'hold' },
    settleNegotiation: { id, negotiation_id: 'neg_0', action: 'hold' },
    addWait: { id, session_id: 'c', file: 'a.md' },
    getWait: { id, wait_id: 'wait_0' },
    giveUpWait: { id, wait_id: 'wait_0' },
    publishContract: { id, name: 'User', schema: '{}' },
    getContract: { id, name: 'User' },
    confirmReady: { id, workstream_slug: 's', commit_sha: 'a'.repeat(40) },
    recordCommit: { id, workstream_slug: 's', commit_sha: 'a'.repeat(40) },
    retractReceipt: { id, receipt: 'rcpt_0.x' },
    getGateRun: { id, run_id: 'run_0' },
    changeGateRun: { id, run_id: 'run_0', dismissed: true },
    reportBranch: { id, branch: 'coord/s', outcome: 'moved' },
    reportForecasts: { id, forecasts: [] },
    ingestMeeting: { workspace_id: id, title: 'T', transcript: 'Ann: We decided to stop.' },
    startMeeting: { workspace_id: id, title: 'T' },
    recentMeetings: { workspace_id: id },
    getMeeting: { meeting_id: 'mtg_0' },
    reviewResult: { meeting_id: 'mtg_0', result_id: 'dec_0', state: 'confirmed' },
    getPackage: { id, pid: 'pkg_0' },
    claimPackage: { id, pid: 'pkg_0' },
    movePackage: { id, pid: 'pkg_0', status: 'in_progress' },
  };
  return inputs[name] ?? (operations[name].path.includes(':id') ? { id } : {});
}

const badHeaders: readonly Record<string, string>[] = [
  {},
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer ' },
  { authorization: 'Basic YWRhOmFkYQ==' },
  { authorization: 'Bearer coord_00000000000000000000000000000000' },
  { authorization: `Bearer ${'x'.repeat(4_000)}` },
  { authorization: 'Bearer a b' },
  { authorization: "Bearer ' OR 1=1 --" },
];

/** Public operations that know nothing of what they are asked for here. */
const unheard: ReadonlySet<OperationName> = new Set(['exchangeToken', 'acceptInvitation']);

scenario('ACC-1', 'without a valid key nothing answers but what is public', async (world) => {
  for (const [name, { access, method, takesKey }] of overHttp) {
    const { path, body } = requestOf(operations[name], inputOf(name, world.workspace, 'usr_x'));
    for (const headers of badHeaders) {
      const typed = { ...headers, 'content-type': 'application/json' };
      const answer = await send(world.relay.url, { method, path, headers: typed, body });
      const title = `${name} with ${JSON.stringify(headers).slice(0, 60)}`;
      if (access === 'public' && (takesKey !== true || (headers['authorization'] ?? '') === '')) {
        assert.is(answer.status, unheard.has(name) ? 404 : 200, title);
        continue;
      }
      assert.is(answer.status, 401, title);
      const refused = refusalIn(answer);
      assert.is(refused.error, 'Unauthorized', title);
      assert.match(refused.message, /API key/);
    }
  }
});

scenario('ACC-1', 'the public part is exactly the one that is said', async () => {
  const open = all.filter(([, { access }]) => access === 'public').map(([name]) => name);
  assert.equal(open.sort(), [
    'acceptInvitation',
    'exchangeToken',
    'health',
    'information',
    'openapi',
    'ready',
    'validateKey',
  ]);
});

scenario('ACC-1', 'the public answers', async (world) => {
  const nobody = (path: string) => send(world.relay.url, { method: 'GET', path });
  const health = await nobody('/health');
  assert.is(health.status, 200);
  assert.match((health.body as { version: string }).version, /^\d+\.\d+\.\d+$/);
  assert.equal((await nobody('/ready')).body, { status: 'ready', database: 'ok' });
  const information = (await nobody('/')).body as { endpoints: { method: string; path: string }[] };
  for (const [, { method, path }] of all) {
    const listed = information.endpoints.some(
      (point) => point.method === method && point.path === path,
    );
    assert.ok(listed, `${method} ${path} is in the information document`);
  }
  const document = (await nobody('/openapi.json')).body as { paths: Record<string, object> };
  for (const [, { method, path }] of all) {
    const key = path.replaceAll(/:(\w+)/g, '{$1}');
    assert.ok(method.toLowerCase() in (document.paths[key] ?? {}), `${method} ${key} is described`);
  }
});

scenario('ACC-1', 'a replica stream needs a key too', async (world) => {
  const refused = await world.as('ada').withKey('coord_wrong').tryReplica();
  assert.is('status' in refused && refused.status, 401);
});

scenario(
  'ACC-2',
  'another workspace answers word for word like one that does not exist',
  async (world) => {
    const unknown = { id: 'ws_00000000000000000000', slug: 'no-such-workspace' };
    await world.as('ada').agent('c').edit('docs/plan.md');
    const scoped = overHttp.filter(([, { access }]) => !['public', 'user'].includes(access));
    assert.ok(scoped.length > 10);
    for (const [name] of scoped) {
      const foreign = await ask(world, name, world.workspace);
      const missing = await ask(world, name, unknown);
      assert.is(foreign.status, 404, name);
      assert.is(foreign.text, missing.text, name);
      assert.equal(withoutTime(foreign.headers), withoutTime(missing.headers), name);
    }
  },
);

function ask(world: World, name: OperationName, workspace: { id: string; slug: string }) {
  return world.as('mallory').refused(name, inputOf(name, workspace, world.as('ada').id));
}

function withoutTime({ date: _date, ...headers }: Readonly<Record<string, unknown>>) {
  return headers;
}

scenario('ACC-2', 'the same for the replica stream', async (world) => {
  const foreign = await world.as('mallory').tryReplica();
  assert.is('status' in foreign && foreign.status, 404);
  assert.match('text' in foreign ? foreign.text : '', /"error":"NotFound"/);
});

scenario('ACC-2', 'no id of another workspace works inside one’s own', async (world) => {
  const mallory = world.as('mallory');
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  const theirs = await world.as('ada').agent().start('secret task');
  await world.as('ada').agent().edit('docs/plan.md');
  const refused = [
    await mallory.refused('heartbeat', { workspace_slug: 'own', session_id: theirs }),
    await mallory.refused('endSession', { workspace_slug: 'own', session_id: theirs }),
    await mallory.refused('sync', { id: own.id, session_id: theirs }),
    await mallory.refused('memberDetail', { id: own.id, userId: world.as('ada').id }),
    await mallory.refused('removeMember', { id: own.id, userId: world.as('ada').id }),
  ];
  for (const { status, text } of refused) {
    assert.is(status, 404, text);
    assert.not.match(text, /secret/);
  }
  const hook = { event: 'preToolUse', file_path: 'docs/plan.md', conversation_id: 'c' };
  const answer = await mallory.ok('hook', { ...hook, workspace_slug: 'own' });
  assert.equal(answer, { permission: 'allow' }, 'reservations count in their workspace only');
});

scenario('ACC-2', 'a body cannot speak for another workspace than its path', async (world) => {
  const mallory = world.as('mallory');
  const own = await mallory.ok('createWorkspace', { name: 'Own', slug: 'own' });
  const { id, slug } = world.workspace;
  const renamed = await mallory.send({
    method: 'PATCH',
    path: `/workspaces/${own.id}?id=${id}&workspace_slug=${slug}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, workspace_id: id, workspace_slug: slug, name: 'Taken' }),
  });
  assert.is((renamed.body as { id: string }).id, own.id);
  assert.is((await world.as('ada').ok('getWorkspace', { id })).name, slug);
  for (const query of [`id=${id}`, `workspace_id=${id}`, `workspace_slug=${slug}`]) {
    const listed = await mallory.get(`/workspaces/${own.id}/members?${query}`);
    const { members } = listed.body as { members: { user_id: string }[] };
    assert.equal(
      members.map(({ user_id }) => user_id),
      [mallory.id],
      query,
    );
  }
});

scenario('ACC-4', 'a revoked key ends at a daemon too', async (world) => {
  const ada = world.as('ada');
  const made = await ada.ok('createKey', { name: 'script' });
  const script = ada.withKey(made.key);
  assert.is((await script.get('/users/profile')).status, 200);
  await ada.ok('revokeKey', { key_id: made.id });
  world.clock.advance(2_001);
  assert.is((await script.get('/users/profile')).status, 401);
  const { slug: workspace_slug, id } = world.workspace;
  const write = { workspace_slug, event: 'postToolUse', conversation_id: 'c', file_path: 'a.md' };
  assert.is((await script.refused('hook', write)).status, 401);
  assert.equal(await ada.ok('listReservations', { id }), []);
});

test.run();
