import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorReport } from '../../relay/error-report.ts';
import { runRelay } from '../../relay/main.ts';
import { ModelUnanswered } from '../../relay/models/model-unanswered.ts';
import type { Relay } from '../../relay/relay.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { canFillDisk, fillDisk, freeDisk } from '../support/full-disk.ts';
import { send } from '../support/http.ts';
import { eventually } from '../support/waiting.ts';

const test = suite<{ data: string }>('a relay and its disk');

test.before.each((context) => {
  context.data = mkdtempSync(join(tmpdir(), 'coord-relay-disk-'));
});
test.after.each(async ({ data }) => {
  await Promise.all([...running].map((relay) => relay.close()));
  rmSync(data, { recursive: true, force: true });
});

/** Those that no test has closed: one that is left, by a test that fails, keeps the run from ending. */
const running = new Set<Relay>();

const options = { host: '127.0.0.1', port: 0, environment: {}, onError: () => undefined };

async function started(
  data: string,
  onNotice: (sentence: string) => void = () => undefined,
): Promise<Relay> {
  const relay = await runRelay({ ...options, data, onNotice });
  if (isRefusal(relay)) throw new Error(relay.message);
  const close = () => (running.delete(open), relay.close());
  const open: Relay = { ...relay, close };
  running.add(open);
  return open;
}

async function accountAt(relay: Relay) {
  const person = { email: 'ada@example.com', name: 'Ada', workspaceSlug: 'shop' };
  const { key, workspaceId } = await relay.bootstrap({ ...person, workspaceName: 'Shop' });
  const headers = { authorization: `Bearer ${key}` };
  const path = `/workspaces/${workspaceId}/learnings`;
  const body = { insight: 'The cache must be empty before a test.' };
  return {
    write: () =>
      send(relay.url, {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** As an agent by its tool. */
    learn: () => learnAt(relay, headers, body),
    async count(): Promise<number> {
      const { body: found } = await send(relay.url, { method: 'GET', path, headers });
      return (found as { learnings: unknown[] }).learnings.length;
    },
  };
}

async function learnAt(relay: Relay, headers: Record<string, string>, args: object) {
  const { body } = await send(relay.url, {
    method: 'POST',
    path: '/mcp',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'learn', arguments: args },
    }),
  });
  return body as { result?: { isError?: boolean; content: [{ text: string }] } };
}

const get = (relay: Relay, path: string) => send(relay.url, { method: 'GET', path, headers: {} });

if (canFillDisk()) {
  test('DUR-5 with a full disk writes and /ready are a 503 that says why, and the relay goes on when there is room', async ({
    data,
  }) => {
    const relay = await started(data);
    const ada = await accountAt(relay);
    assert.is((await ada.write()).status, 201);
    fillDisk();
    try {
      const refused = await ada.write();
      assert.is(refused.status, 503);
      assert.match(refused.text, 'cannot store anything');
      const { result } = await ada.learn();
      assert.ok(result?.isError);
      assert.match(
        result?.content[0].text ?? '',
        /cannot store anything: its disk .+Try again when its operator/,
      );
      const ready = await get(relay, '/ready');
      assert.is(ready.status, 503);
      assert.match(ready.text, 'disk');
      assert.is((await get(relay, '/health')).status, 200);
      assert.is(await ada.count(), 1);
    } finally {
      freeDisk();
    }
    assert.is((await ada.write()).status, 201);
    await eventually('ready', async () =>
      (await get(relay, '/ready')).status === 200 ? true : undefined,
    );
    assert.is(await ada.count(), 2);
    await relay.close();
  });
}

for (const [what, spoil, mend] of [
  ['moved away', (path: string) => renameSync(path, `${path}.away`), true],
  ['replaced', replace, true],
  ['deleted, and its log', (path: string) => remove(path, `${path}-wal`, `${path}-shm`), false],
  ['left without its log', (path: string) => remove(`${path}-wal`), false],
] as const) {
  test(`DUR-5 a relay whose database is ${what} acknowledges nothing that would be lost`, async ({
    data,
  }) => {
    const told: string[] = [];
    const relay = await started(data, (sentence) => void told.push(sentence));
    const ada = await accountAt(relay);
    assert.is((await ada.write()).status, 201);
    const path = join(data, 'relay.db');
    spoil(path);
    const names = readdirSync(data).filter((name) => name.startsWith('relay.db'));
    const refused = await ada.write();
    assert.is(refused.status, 503);
    assert.match(refused.text, 'its database file was deleted or replaced');
    assert.match(told.join(), `${path} was deleted or replaced while it was in use. Put it back`);
    const { result } = await ada.learn();
    assert.match(result?.content[0].text ?? '', 'its database file was deleted or replaced');
    const ready = await get(relay, '/ready');
    assert.is(ready.status, 503);
    assert.match(ready.text, 'deleted or replaced');
    assert.is(await ada.count(), 1, 'nothing of it stays');
    const left = readdirSync(data).filter((name) => name.startsWith('relay.db'));
    assert.equal(left, names, 'no new database');
    if (mend) {
      renameSync(`${path}.away`, path);
      assert.is((await ada.write()).status, 201, 'the file is back');
      assert.is((await get(relay, '/ready')).status, 200);
    }
    await relay.close();
  });
}

function replace(path: string): void {
  renameSync(path, `${path}.away`);
  copyFileSync(`${path}.away`, path);
}

function remove(...paths: string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

test('DUR-6 a search file that is emptied under a running relay ends nothing', async ({ data }) => {
  const relay = await started(data);
  const ada = await accountAt(relay);
  await ada.write();
  await eventually('the search file', async () =>
    readdirSync(data).includes('search.db') ? true : undefined,
  );
  for (const text of ['', 'no database '.repeat(2_000)]) {
    writeFileSync(join(data, 'search.db'), text);
    assert.is((await ada.write()).status, 201);
  }
  assert.is((await get(relay, '/ready')).status, 200);
  await relay.close();
  await (await started(data)).close();
});

/** As a process of an earlier version left it that was killed in its first start. */
function halfMade(path: string): void {
  rmSync(path);
  const file = new Sqlite(path);
  file.exec('CREATE TABLE embedder (identity TEXT NOT NULL)');
  file.close();
}

for (const [what, spoil] of [
  ['torn log', (path: string) => writeFileSync(`${path}-wal`, 'x'.repeat(5_000))],
  ['folder for a log', (path: string) => mkdirSync(`${path}-wal`)],
  ['folder', (path: string) => (rmSync(path), mkdirSync(path))],
  ['part of its tables', halfMade],
] as const) {
  test(`DUR-6 a search file with a ${what} does not keep a relay from starting`, async ({
    data,
  }) => {
    const relay = await started(data);
    await (await accountAt(relay)).write();
    await relay.close();
    spoil(join(data, 'search.db'));
    const again = await started(data);
    assert.is((await get(again, '/ready')).status, 200);
    await again.close();
  });
}

for (const [what, spoil] of [
  ['damaged', (path: string) => writeFileSync(path, 'no database '.repeat(2_000))],
  ['a folder', (path: string) => (rmSync(path), mkdirSync(path))],
] as const) {
  test(`DUR-7 a relay whose database is ${what} says what to do, and leaves it as it is`, async ({
    data,
  }) => {
    await (await started(data)).close();
    const path = join(data, 'relay.db');
    spoil(path);
    const refused = await runRelay({ ...options, data });
    assert.ok(isRefusal(refused));
    assert.match(refused.message, path);
    assert.match(refused.message, 'Move it away');
    assert.not.ok(readdirSync(data).some((name) => name.endsWith('.damaged')));
  });
}

test('DUR-8 a full disk is told to the operator as a sentence, once a minute, and any other error as it is', ({
  data,
}) => {
  const [errors, notices]: [unknown[], string[]] = [[], []];
  let nowMs = 0;
  const { onError: report } = new ErrorReport({
    onError: (error) => errors.push(error),
    onNotice: (sentence) => notices.push(sentence),
    database: join(data, 'relay.db'),
    trouble: () => undefined,
    clock: { now: () => nowMs },
  });
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  for (nowMs of [0, 1_000, 59_000, 60_000]) report(full);
  assert.is(notices.length, 2);
  assert.match(notices.join(), /relay\.db cannot be written: the disk is full/);
  const bug = new TypeError('a bug');
  report(bug);
  const { error: noProgram } = spawnSync(join(data, 'no-speech-program'));
  report(noProgram);
  assert.equal(errors, [bug, noProgram]);
  assert.is(notices.length, 2);
  report(new ModelUnanswered('m', new Error('connect ECONNREFUSED 127.0.0.1:9')));
  assert.is(errors.length, 2, 'a model that is away is told without a stack');
  assert.match(notices.at(-1) ?? '', /model m gave no answer: .*ECONNREFUSED.* COORD_LLM_URL/);
});

test('DUR-8 a database server that is away is told as a sentence, once a minute, without its password', () => {
  const [errors, notices]: [unknown[], string[]] = [[], []];
  let nowMs = 0;
  const { onError: report, onAnswered } = new ErrorReport({
    onError: (error) => errors.push(error),
    onNotice: (sentence) => notices.push(sentence),
    database: 'postgres://coord:s3cret@db.example.com:5432/coord',
    trouble: () => undefined,
    clock: { now: () => nowMs },
  });
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const stopped = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const cut = new Error('Connection terminated unexpectedly');
  for (nowMs of [0, 1_000, 59_000, 60_000])
    for (const error of [refused, stopped, cut]) report(error);
  assert.is(notices.length, 2);
  assert.match(notices[0] ?? '', 'The database at db.example.com:5432 does not answer');
  assert.not.match(notices.join(), 's3cret');
  onAnswered();
  onAnswered();
  assert.equal(notices.slice(2), ['The database answers again.']);
  report(new Error('a bug'));
  assert.is(errors.length, 1);
});

test.run();
