import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../shared/api/client.ts';
import { limits } from '../../shared/contract/fields.ts';
import { operationNames, operations, type OperationName } from '../../shared/api/operations.ts';
import { pathParameters, type Operation } from '../../shared/contract/operation.ts';
import { statusOf } from '../../shared/kernel/refusal.ts';
import { sendRaw, type Answer } from '../support/http.ts';
import { refusalIn, type Input } from '../support/person.ts';
import {
  onDaemon,
  onRelay,
  relayScenario as scenario,
  scenario as everywhere,
} from '../support/scenario.ts';
import type { World } from '../support/harness.ts';

const json = { 'content-type': 'application/json' };

/** ANS-2: whatever was sent, the answer is no server error, and a refusal has the form of all refusals (ANS-1). */
function assertCalm(answer: Answer, title: string): void {
  assert.ok(
    answer.status < 500 && answer.status >= 200,
    `${title}: ${answer.status} ${answer.text.slice(0, 300)}`,
  );
  if (answer.status < 400) return;
  const { error, status } = refusalIn(answer);
  assert.is(statusOf[error as keyof typeof statusOf], status, `${title}: ${answer.text}`);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/, title);
  assert.not.match(refusalIn(answer).message, /Too (small|big): |Invalid input|, received /, title);
}

/** What is right for every field, wherever it occurs. */
function validInput(name: OperationName, world: World): Input {
  const { id, slug } = world.workspace;
  const fields: Record<string, unknown> = {
    id,
    workspace_slug: slug,
    slug: 'fine',
    name: 'Fine',
    user_id: world.as('bob').id,
    userId: world.as('bob').id,
    role: 'member',
    token: 'x.y.z',
    key_id: 'key_0',
    event: 'postToolUse',
    conversation_id: 'c-1',
    session_id: 'c-1',
    file_path: 'src/a.ts',
    symbol_ids: ['src/a.ts#login'],
    tool_input: { any: ['thing'] },
    since: 0,
    limit: 10,
    hours: 4,
    slots: 48,
    about: 'src/a.ts',
    min_similarity: 0.5,
    before: 'a',
    files: 'a.ts, b.ts',
    workspace_id: id,
    type: 'convention',
    decision_type: 'approach',
    state: 'stale',
    status: 'active',
    tier: 'should',
    kind: 'class',
    full: false,
    from_git: false,
    taken_back: false,
    no_results: false,
    counts: { passed: 1, failed: 0, skipped: 0 },
    suite: { reason: 'a setting changed', tests: ['test/a.test.ts'] },
    neighbours: true,
    people: true,
    kinds: 'decision, file',
    focus: undefined,
    depth: 2,
    affected_files: ['src/**'],
    supersedes: undefined,
    reading: { decisions: [], action_items: [] },
    decisions: [],
    action_items: [],
    work_packages: [],
    read_to: 10,
    notices: ['Read in part.'],
    dismissed: true,
    brief: true,
    traces: [{ at: '2026-01-05T09:00:00.000Z', kind: 'edit', text: 'x' }],
    proposals: [{ title: 'Hashes are cached' }],
    branch_prefix: 'team',
    gate_policy: 'reported',
    conflict_policy: 'members',
    test_gaps: 'refused',
    must_rules: 'reviewed',
    changes: { base: '', parts: [] },
    visibility: 'team',
    base_branch: 'main',
    pr_url: 'https://example.org/pull/1',
    workstream: 'fine',
    workstream_slug: 'fine',
    depends_on: [],
    file: 'src/a.ts',
    symbol_names: ['login'],
    rationale: 'why',
    max_turns: 3,
    deadline_ms: 1_000,
    defer_ms: 1_000,
    action: 'hold',
    split: { initiator_symbols: [], counterparty_symbols: [] },
    wish: 'tell',
    version: 1,
    commit_sha: 'a'.repeat(40),
    tree: 'b'.repeat(40),
    touched_files: 'src/a.ts',
    touched_symbols: [],
    symbols_changed: [],
    test_results: [{ test_file: 'test/a.test.ts', status: 'passed' }],
    attestation: undefined,
    vouch: undefined,
    affected_tests: undefined,
    forecasts: [],
    date: '2026-01-05',
    deadline: '2026-01-05',
    priority: 'high',
    outcome: name === 'reportBranch' ? 'held' : 'failed',
    open: true,
    // A member is added by `user_id` or by address.
    email: name === 'addMember' ? undefined : 'eve@example.com',
  };
  const statuses: Partial<Record<OperationName, string>> = {
    listTasks: 'todo',
    changeTask: 'todo',
    listNegotiations: 'open',
    listWaits: 'waiting',
    listPackages: 'open',
    movePackage: 'in_progress',
  };
  fields['status'] = statuses[name] ?? fields['status'];
  if (name === 'listEvents') Object.assign(fields, { type: 'file_reserved', before: '9' });
  if (name === 'reviewResult') fields['state'] = 'confirmed';
  if (name === 'publishSymbols') fields['files'] = [];
  if (name === 'pushTraces') fields['session_id'] = undefined;
  const named = Object.keys(operations[name].input.shape).map((key) => [
    key,
    key in fields ? fields[key] : 'text',
  ]);
  return Object.fromEntries(named) as Input;
}

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

function oddValues(world: World): readonly unknown[] {
  return [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '',
    ' ',
    'x',
    'x'.repeat(300_000),
    '\u6f22\u5b57'.repeat(400),
    '\0',
    'a\0b',
    '\ud800',
    'a\u202eb\u0007\n',
    "'; DROP TABLE users; --",
    '%00%ff',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '*',
    '#',
    'src/a.ts#',
    [],
    [null],
    ['x', 1],
    Array.from({ length: 2_000 }, (_, index) => `s${index}`),
    {},
    { length: 1 },
    deep(2_000),
    world.as('mallory').id,
    'ws_00000000000000000000',
  ];
}

const callable = operationNames.filter((name) => operations[name].delivery === 'json');

scenario('ANS-3', 'wrong values of every field of every operation', async (world) => {
  for (const name of callable) {
    for (const field of Object.keys(operations[name].input.shape)) {
      for (const value of oddValues(world)) await sendOdd(world, name, { field, value });
    }
  }
  await world.as('ada').ok('profile', {});
});

interface Odd {
  readonly field: string;
  readonly value: unknown;
}

async function sendOdd(world: World, name: OperationName, { field, value }: Odd): Promise<void> {
  const inUrl =
    operations[name].method === 'GET' || pathParameters(operations[name].path).includes(field);
  if (inUrl && (typeof value === 'object' || String(value).length > 5_000)) return;
  if (inUrl && (value === '' || !String(value).isWellFormed())) return;
  const input = { ...validInput(name, world), [field]: value };
  const answer = await world.as('ada').call(name, input);
  const title = `${name} ${field}=${JSON.stringify(value).slice(0, 60)}`;
  assertCalm(answer, title);
  const operation: Operation = operations[name];
  const parsed = operation.input.safeParse(inUrl ? { ...input, [field]: String(value) } : input);
  if (parsed.success || name === 'validateKey') return;
  assert.is(answer.status, 400, title);
  const named = refusalIn(answer).field ?? '';
  assert.is(named, parsed.error.issues[0]?.path.join('.'), title);
  assert.ok(refusalIn(answer).message.includes(named), title);
}

scenario('ANS-3', 'a missing field is named', async (world) => {
  for (const name of callable.filter((each) => operations[each].method !== 'GET')) {
    const valid = validInput(name, world);
    for (const field of Object.keys(valid)) {
      if (pathParameters(operations[name].path).includes(field)) continue;
      const { [field]: _left, ...input } = valid;
      const operation: Operation = operations[name];
      const answer = await world.as('ada').call(name, input);
      assertCalm(answer, `${name} without ${field}`);
      if (operation.input.safeParse(input).success) continue;
      assert.is(refusalIn(answer).field, field, `${name} without ${field}: ${answer.text}`);
    }
  }
});

scenario('ANS-3', 'unknown fields are ignored, also odd ones', async (world) => {
  const extra =
    '"unknown":1,"__proto__":{"role":"owner","access":"public"},"constructor":{"prototype":{"x":1}},' +
    '"toString":null,"hasOwnProperty":0,"then":"x","toJSON":1';
  for (const name of callable) {
    const { path, body } = requestOf(operations[name], validInput(name, world));
    if (body === undefined) continue;
    const { method } = operations[name];
    const ask = (text: string) => world.as('ada').send({ method, path, headers: json, body: text });
    const plain = await ask(body);
    const odd = await ask(body === '{}' ? `{${extra}}` : `{${extra},${body.slice(1)}`);
    assertCalm(odd, name);
    const twice = name === 'createWorkspace' || name === 'removeMember';
    if (!twice) assert.is(odd.status, plain.status, `${name}: ${odd.text}`);
  }
  assert.is(({} as Record<string, unknown>)['role'], undefined, 'no prototype was changed');
});

scenario('ANS-2', 'random JSON for every operation', async (world) => {
  const anything = fc.anything({
    withNullPrototype: false,
    withBigInt: false,
    withDate: false,
    withMap: false,
    maxDepth: 4,
    key: fc.oneof(fc.string(), fc.constantFrom('id', 'event', '__proto__', 'slug', 'limit')),
  });
  const bodies = fc.oneof(
    fc.json({ stringUnit: 'binary' }),
    anything.map((value) => JSON.stringify(value) ?? ''),
  );
  const posted = callable.filter((name) => operations[name].method !== 'GET');
  const property = fc.asyncProperty(fc.constantFrom(...posted), bodies, async (name, body) => {
    const { path } = requestOf(operations[name], validInput(name, world));
    const { method } = operations[name];
    assertCalm(await world.as('ada').send({ method, path, headers: json, body }), name);
  });
  await fc.assert(property, { numRuns: 200 });
});

scenario('ANS-2', 'random fields that are nearly right', async (world) => {
  const { slug: workspace_slug } = world.workspace;
  const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 1_100 }), fc.constant(undefined));
  const body = fc.record({
    event: fc.constantFrom('postToolUse', 'preToolUse', 'sessionStart', 'Stop', 'UserPromptSubmit'),
    conversation_id: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    file_path: word,
    task: word,
    branch: word,
    agent_type: word,
    symbol_ids: fc.oneof(
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
      fc.constant(undefined),
    ),
  });
  const property = fc.asyncProperty(body, async (input) => {
    const answer = await world.as('ada').call('hook', { workspace_slug, ...input });
    assertCalm(answer, JSON.stringify(input));
  });
  await fc.assert(property, { numRuns: 150 });
  assertCalm(await world.as('ada').get(`/workspaces/${world.workspace.id}/reservations`), 'list');
});

scenario('ANS-2', 'names of the greatest length, in letters of many bytes', async (world) => {
  const letters = (length: number) =>
    Array.from({ length }, () =>
      String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
    ).join('');
  const { slug: workspace_slug } = world.workspace;
  const file_path = letters(1_024);
  const symbol_ids = [`${file_path}#${letters(300)}`, letters(1_000), `${file_path}#`];
  const conversation = { conversation_id: letters(200), agent_id: letters(200) };
  for (const ids of [undefined, symbol_ids, symbol_ids.slice(0, 1), symbol_ids.slice(2)]) {
    const body = {
      workspace_slug,
      event: 'postToolUse',
      ...conversation,
      file_path,
      symbol_ids: ids,
    };
    assertCalm(await world.as('ada').call('hook', body), `${ids?.length} symbols`);
  }
  const longest = letters(300);
  const accepted = await world
    .as('bob')
    .agent(letters(200))
    .edit(longest, [letters(200)]);
  assert.is(accepted.reserved?.length, 1, 'names of a sensible length are taken');
});

const rawBodies: Readonly<Record<string, string | Buffer>> = {
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'half a JSON': '{"name": "x',
  'no JSON': 'name=x&slug=y',
  'two values': '{"name":"x"}{"slug":"y"}',
  null: 'null',
  number: '12',
  string: '"text"',
  array: '[]',
  'array of objects': '[{"name":"x","slug":"y"}]',
  'deep arrays': '['.repeat(100_000),
  'deep objects': '{"a":'.repeat(100_000),
  'deep and closed': `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'a byte order mark': '\ufeff{"name":"x"}',
  'same key twice': '{"name":"x","name":1,"slug":"y"}',
  'a huge number': `{"name":${'9'.repeat(10_000)}}`,
  nothing: '',
};

scenario('ANS-2', 'bodies that are no JSON object', async (world) => {
  for (const [title, body] of Object.entries(rawBodies)) {
    for (const path of ['/workspaces', '/workspaces/sessions/hook', '/auth/exchange']) {
      const answer = await world.as('ada').send({ method: 'POST', path, headers: json, body });
      assertCalm(answer, `${title} to ${path}`);
      assert.is(answer.status, 400, `${title} to ${path}`);
    }
  }
});

everywhere('ANS-2', 'a body that is no JSON object is none of a daemon either', async (world) => {
  const { id } = world.workspace;
  const own = ['sync', 'sync/confirm', 'sync/commit', 'workstreams'].map(
    (path) => `/workspaces/${id}/${path}`,
  );
  const noObjects = ['[]', '5', '"x"', '{', '['.repeat(100_000), Buffer.from([0x7b, 0xff, 0x7d])];
  for (const path of [...own, '/workspaces/sessions/heartbeat', '/workspaces/sessions/hook']) {
    for (const body of noObjects) {
      const answer = await world.as('ada').send({ method: 'POST', path, headers: json, body });
      const title = `${body.toString().slice(0, 5)} to ${path}: ${answer.text}`;
      assert.is(answer.status, 400, title);
      assert.match(answer.text, /The body (is not valid|must be a JSON object)/, title);
    }
  }
});

scenario('ANS-2', 'bodies of another type', async (world) => {
  const body = '{"name":"x","slug":"y"}';
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
    '',
  ];
  for (const type of types) {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const answer = await world
      .as('ada')
      .send({ method: 'POST', path: '/workspaces', headers, body });
    assertCalm(answer, type);
    assert.is(answer.status, 400, type);
    assert.match(refusalIn(answer).message, /application\/json/);
  }
  const fine = { 'content-type': 'application/JSON; charset=UTF-8' };
  const answer = await world
    .as('ada')
    .send({ method: 'POST', path: '/workspaces', headers: fine, body });
  assert.is(answer.status, 201, answer.text);
});

scenario('ANS-1', 'a body over the limit is a 413, however it is sent', async (world) => {
  const body = JSON.stringify({ name: 'x'.repeat(limits.bodyBytes), slug: 'x' });
  const announced = await world
    .as('ada')
    .send({ method: 'POST', path: '/workspaces', headers: json, body });
  assert.is(announced.status, 413);
  assert.is(refusalIn(announced).error, 'TooLarge');
  const headers = { ...json, 'transfer-encoding': 'chunked' };
  const chunked = await world
    .as('ada')
    .send({ method: 'POST', path: '/workspaces', headers, body });
  assert.is(chunked.status, 413);
  const just = JSON.stringify({ name: 'x'.repeat(limits.bodyBytes - 30), slug: 'x' });
  assert.is(
    (await world.as('ada').send({ method: 'POST', path: '/workspaces', headers: json, body: just }))
      .status,
    400,
  );
});

const oddPaths = [
  '//',
  '/workspaces/',
  '/workspaces//members',
  '/workspaces/%00/members',
  '/workspaces/%ff/members',
  '/workspaces/%/members',
  '/workspaces/%zz/members',
  '/workspaces/%2e%2e/members',
  '/workspaces/..%2f..%2fusers/members',
  '/workspaces/%F0%9F%98%80/members',
  '/workspaces/%ed%a0%80/members',
  `/workspaces/${'x'.repeat(600)}/members`,
  `/workspaces/${'x'.repeat(12_000)}/members`,
  '/workspaces/__proto__/members',
  '/workspaces/constructor',
  '/../../etc/passwd',
  '/workspaces/ws_x/members/%00/detail',
  '/users/profile/..',
  '/users/profile;x=1',
  '/USERS/PROFILE',
  '/users/profile#x',
  '/?a=%ff&%00=1',
  '/health?__proto__[x]=1',
  '/favicon.ico',
  '*',
];

scenario('ANS-2', 'odd addresses', async (world) => {
  const { id } = world.workspace;
  const queries = [
    'limit=abc',
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=1&limit=2',
    'limit=',
    'limit[]=1',
    'before=%00',
    'before=%ff',
    'before=%ed%a0%80',
    `before=${'x'.repeat(9_000)}`,
    '__proto__=1&constructor=2',
    '&&&=&=',
    '%',
    '?',
    `${'a=1&'.repeat(2_000)}`,
  ];
  const lists = ['members', 'sessions', 'reservations'].flatMap((list) =>
    queries.map((query) => `/workspaces/${id}/${list}?${query}`),
  );
  for (const path of [...oddPaths, ...lists]) {
    assertCalm(await world.as('ada').get(path), path.slice(0, 80));
  }
});

scenario('ANS-1', 'what is not there is a 404 of the same form', async (world) => {
  for (const method of ['GET', 'PUT', 'DELETE', 'POST', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    const answer = await world.as('ada').send({ method, path: '/nothing' });
    assert.is(answer.status, 404, method);
    assert.is(refusalIn(answer).error, 'NotFound');
  }
  assert.is((await world.as('ada').send({ method: 'HEAD', path: '/nothing' })).status, 404);
});

scenario('ANS-2', 'GET with a body', async (world) => {
  const body = '{"limit":"x"}';
  for (const headers of [json, { 'content-type': 'text/plain' }, {}]) {
    const answer = await world
      .as('ada')
      .send({ method: 'GET', path: '/workspaces', headers, body });
    assertCalm(answer, JSON.stringify(headers));
  }
  await world.as('ada').ok('listWorkspaces', {});
});

const atTheEdge = [
  'hook',
  'heartbeat',
  'endSession',
  'sync',
  'listSessions',
  'listReservations',
] as const;

scenario(
  'ANS-2',
  'a daemon is as calm as its relay',
  async (world) => {
    for (const name of atTheEdge) {
      for (const field of Object.keys(operations[name].input.shape)) {
        for (const value of oddValues(world)) await sendOdd(world, name, { field, value });
      }
    }
    for (const [title, body] of Object.entries(rawBodies)) {
      const path = '/workspaces/sessions/hook';
      const answer = await world.as('ada').send({ method: 'POST', path, headers: json, body });
      assertCalm(answer, title);
      assert.is(answer.status, 400, title);
    }
    for (const path of oddPaths) assertCalm(await world.as('ada').get(path), path.slice(0, 80));
    const body = JSON.stringify({ task: 'x'.repeat(limits.bodyBytes) });
    const path = '/workspaces/sessions/hook';
    assert.is(
      (await world.as('ada').send({ method: 'POST', path, headers: json, body })).status,
      413,
    );
  },
  { on: onDaemon },
);

function rawRequests(key: string): Readonly<Record<string, string>> {
  const head = `host: relay\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
  const post = `POST /workspaces HTTP/1.1\r\n${head}`;
  return {
    'no HTTP': 'hello\r\n\r\n',
    binary: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'an unknown method': `BREW /coffee HTTP/1.1\r\n${head}\r\n`,
    'a bad chunk size': `${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    'a chunk that lies': `${post}transfer-encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n`,
    'two lengths': `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    'length and chunks': `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a negative length': `${post}content-length: -1\r\n\r\n`,
    'a great header': `GET /health HTTP/1.1\r\nhost: relay\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    'a line break in a header': `GET /health HTTP/1.1\r\nhost: relay\r\nx: a\n\nb\r\n\r\n`,
    'an old version': `GET /health HTTP/0.9\r\n\r\n`,
  };
}

scenario(
  'ANS-2',
  'requests that are no HTTP',
  async (world) => {
    for (const [title, bytes] of Object.entries(rawRequests(world.as('ada').account.key))) {
      const answer = await sendRaw(world.relay.url, bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 [234]\d\d /, `${title}: ${answer.slice(0, 200)}`);
      if (head.startsWith('HTTP/1.1 200')) continue;
      const refusal = JSON.parse(body) as { error: string; message: string };
      assert.ok(refusal.error in statusOf, `${title}: ${body}`);
      assert.type(refusal.message, 'string');
    }
    await world.as('ada').ok('health', {});
  },
  { on: onRelay },
);

scenario(
  'ANS-2',
  'a client that offers HTTP/2 is answered as if it did not',
  async (world) => {
    const url = await world.as('ada').base();
    const body = '{"name":"Tea","slug":"tea-h2c"}';
    const offer =
      'connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQ\r\n';
    const answer = await sendRaw(
      url,
      `POST /workspaces HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${world.as('ada').account.key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n${offer}\r\n${body}`,
    );
    assert.match(answer, /^HTTP\/1\.1 201 /);
  },
  { on: ({ database }) => database === 'sqlite' },
);

scenario('ANS-2', 'what is too deep to be written down is refused by its name', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  await bob.ok('startWorkstream', { id, title: 'Deep', slug: 'deep' });
  const context = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const body = `{"workstream":"deep","title":"T","context":${context}}`;
  const path = `/workspaces/${id}/tasks`;
  const refused = refusalIn(await bob.send({ method: 'POST', path, headers: json, body }));
  assert.equal([refused.status, refused.field], [400, 'context']);
});

scenario(
  'ANS-3',
  'booleans, lists and words are no numbers, and a list is no body',
  async (world) => {
    const bob = world.as('bob');
    const search = { workspace_id: world.workspace.id, query: 'anything' };
    for (const limit of [true, [2], 'two', '', '1e3', 1.5, {}]) {
      const refused = await bob.refused('search', { ...search, limit });
      assert.equal([refused.status, refused.field], [400, 'limit'], JSON.stringify(limit));
    }
    await bob.ok('search', { ...search, limit: '2' });
    const list = { method: 'POST', path: '/users/keys', headers: json, body: '[1,2]' } as const;
    assert.is(refusalIn(await bob.send(list)).status, 400);
  },
);

scenario(
  'ANS-2',
  'odd WebSocket requests',
  async (world) => {
    const { key } = world.as('ada').account;
    const { id } = world.workspace;
    const upgrade = (
      path: string,
      more = 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n',
    ) =>
      `GET ${path} HTTP/1.1\r\nhost: relay\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${more}` +
      `authorization: Bearer ${key}\r\n\r\n`;
    const requests = [
      upgrade('/workspaces/%ff/replica'),
      upgrade('/workspaces/%00/replica'),
      upgrade('//'),
      upgrade('*'),
      upgrade('/nothing'),
      upgrade(`/workspaces/${id}/replica?since=x`),
      upgrade(`/workspaces/${id}/replica?since=-1`),
      upgrade(`/workspaces/${id}/replica`, ''),
      upgrade(
        `/workspaces/${id}/replica`,
        'sec-websocket-key: short\r\nsec-websocket-version: 13\r\n',
      ),
      upgrade(`/workspaces/${'x'.repeat(9_000)}/replica`),
    ];
    for (const bytes of requests) {
      const answer = await sendRaw(world.relay.url, bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const title = `${bytes.slice(0, 60)}: ${answer.slice(0, 200)}`;
      assert.match(head, /^HTTP\/1\.1 4\d\d /, title);
      const refusal = JSON.parse(body) as { error: string; message: string };
      assert.ok(refusal.error in statusOf, title);
    }
    await world.as('ada').ok('health', {});
  },
  { on: onRelay },
);

scenario(
  'ANS-2',
  'a replica client that talks too much, or nonsense, loses its stream only',
  async (world) => {
    const { default: WebSocket } = await import('ws');
    const { key } = world.as('ada').account;
    const url = `${world.relay.url.replace('http', 'ws')}/workspaces/${world.workspace.id}/replica`;
    for (const message of ['hello', Buffer.alloc(100_000), '{"kind":"x"}']) {
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.on('open', resolve));
      socket.send(message);
      if (message.length > 10_000) await closed;
      socket.terminate();
    }
    await world.as('ada').ok('health', {});
  },
  { on: onRelay },
);

test.run();
