import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeEvent, isRoutine, type FeedEvent } from '../../shared/feed/sentence.ts';
import { readEventStream, type StreamItem } from '../../shared/feed/event-stream.ts';
import { makeSandbox, start } from './support.ts';

const test = suite('feed');

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function itemsOf(text: string, size: number): Promise<StreamItem[]> {
  const items: StreamItem[] = [];
  for await (const item of readEventStream(pieces(text, size))) items.push(item);
  return items;
}

test('FED-1 a stream is read the same however it is cut', async () => {
  const text = ': hello\n\nid: 7\ndata: {"a":1}\n\ndata: one\ndata: two\n\ndata: not finished';
  const expected: StreamItem[] = [
    { kind: 'comment', text: 'hello' },
    { kind: 'message', id: '7', data: '{"a":1}' },
    { kind: 'message', id: '7', data: 'one\ntwo' },
  ];
  for (const size of [1, 2, 5, 1_000]) assert.equal(await itemsOf(text, size), expected);
});

const base = { seq: 1, at: '2026-06-01T12:00:00.000Z' };
const reserved: FeedEvent = {
  ...base,
  type: 'file_reserved',
  file: 'src/a.ts',
  symbols: ['src/a.ts#one', 'src/a.ts#', 'src/a.ts#two', 'src/a.ts#three'],
  session_id: 'sess_1',
  by: 'Ada',
  task: 'Rename it',
  expires_at: '2026-06-01T12:10:00.000Z',
  fresh: true,
};

test('an event is one readable line', () => {
  assert.is(
    describeEvent(reserved, new Map()),
    'Ada holds src/a.ts#one, src/a.ts (top level), src/a.ts#two and 1 more for 10 min: “Rename it”',
  );
  const conflict: FeedEvent = {
    ...base,
    type: 'conflict_detected',
    file: 'src/a.ts',
    symbol_id: 'src/a.ts#one',
    by: 'Bo',
    session_id: 'sess_2',
    holder: 'Ada',
    holder_session_id: 'sess_1',
    kind: 'write_denied',
  };
  assert.is(
    describeEvent(conflict, new Map()),
    'Bo was kept from writing src/a.ts#one: Ada holds it',
  );
  assert.is(
    describeEvent({ ...conflict, holder: 'Bo' }, new Map()),
    'Bo was kept from writing src/a.ts#one: another agent of Bo holds it',
    'SES-7: right for Bo and for everybody else',
  );
  const asked: FeedEvent = {
    ...base,
    type: 'negotiation_opened',
    negotiation_id: 'neg_1',
    file: 'src/a.ts',
    symbols: ['src/a.ts#one'],
    initiator: 'Bo',
    initiator_session: 'sess_2',
    counterparty: 'Bo',
    counterparty_session: 'sess_1',
    rationale: 'urgent',
    deadline_at: base.at,
    max_turns: 3,
  };
  assert.is(
    describeEvent(asked, new Map()),
    'Bo asks another agent of Bo for src/a.ts#one: “urgent”',
  );
  const ended: FeedEvent = {
    ...base,
    type: 'session_ended',
    session_id: 'sess_1',
    reason: 'expired',
  };
  const names = new Map([['sess_1', 'Ada (codex)']]);
  assert.is(describeEvent(ended, names), 'Ada (codex) left (time is up)');
  assert.is(describeEvent(ended, new Map()), 'An agent left (time is up)');
});

test('an event of a type that is not known yet is named, and a hostile text stays on its line', () => {
  const unknown = { ...base, type: 'something_new' } as unknown as FeedEvent;
  assert.is(describeEvent(unknown, new Map()), 'something_new');
  const line = describeEvent({ ...reserved, by: 'A\u001b[2J\nB' }, new Map());
  assert.not.match(line, /[\u001b\n]/);
});

test('what only prolongs a reservation is routine', () => {
  assert.is(isRoutine(reserved), false);
  assert.is(isRoutine({ ...reserved, fresh: false }), true);
});

const shop = {
  id: 'ws_1',
  slug: 'shop',
  name: 'Shop',
  created_at: '2026-01-01T00:00:00.000Z',
  role: 'owner',
  branch_prefix: 'work',
  gate_policy: 'reported',
  conflict_policy: 'members',
  must_rules: 'reviewed',
};

/** A relay whose feed breaks after every event, and then has lost what came before. */
async function brokenRelay() {
  const asked: string[] = [];
  const times: (string | null)[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url === '/workspaces?limit=500') {
      return sendJson(response, { workspaces: [shop] });
    }
    if (!url.startsWith('/workspaces/ws_1/feed')) return sendJson(response, []);
    const query = new URL(url, 'http://relay').searchParams;
    const since = query.get('since');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (since === null) return response.end(`: coord feed after ${asked.length === 0 ? 2 : 9}\n\n`);
    asked.push(since);
    times.push(query.get('since_at'));
    const lost = { type: 'feed_lost', seq: 3, message: 'gone' };
    const sync = { type: 'agent_sync', user: 'Ada', session_id: 'sess_1', task: '' };
    const event = { ...base, ...sync, seq: Number(since) + 1 };
    const data = JSON.stringify(since === '3' ? lost : event);
    response.end(`id: 1\ndata: ${data}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    times,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

test('FED-2 it goes on where it broke, without repeating, and says when events are lost', async () => {
  const [relay, sandbox] = [await brokenRelay(), await makeSandbox()];
  const feed = start(['feed', '--json', '--relay', relay.url, '--key', 'k'], sandbox);
  const seqs: number[] = [];
  while (seqs.length < 4) seqs.push((JSON.parse(await feed.line()) as { seq: number }).seq);
  assert.equal(seqs, [1, 2, 3, 10]);
  feed.stop();
  const { code, err } = await feed.finished;
  assert.is(code, 0);
  assert.match(err, 'no longer kept');
  assert.equal(relay.asked.slice(0, 5), ['0', '1', '2', '3', '9']);
  assert.equal(relay.times.slice(0, 5), [null, base.at, base.at, base.at, null], 'LNK-4');
  await relay.close();
  await sandbox.remove();
});

test('DEC-9 a stale decision says what was removed, and names a file as a whole by its path', () => {
  const stale = (symbol: string, reason: string) =>
    describeEvent(
      {
        ...base,
        type: 'decision_stale',
        ...{ symbol, reason, decision: { id: 'dec_1', title: 'T' }, user: 'Ada', session_id: '' },
      } as unknown as FeedEvent,
      new Map(),
    );
  assert.match(stale('src/a.ts#one', 'removed'), /^Stale, because .*one was removed: /);
  assert.match(stale('src/a.ts#', 'changed'), /^Stale, because src\/a.ts changed: /);
});

test.run();
