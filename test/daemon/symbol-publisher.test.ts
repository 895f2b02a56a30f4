/** When written files are published: at once, in a moment, or not at all. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SymbolPublisher } from '../../daemon/knowledge/symbol-publisher.ts';
import type { PublishedFile } from '../../daemon/knowledge/waiting-files.ts';
import type { Notice } from '../../shared/sessions/notification.ts';
import type { Client } from '../../shared/api/client.ts';
import { refuse } from '../../shared/kernel/refusal.ts';

const test = suite('symbol publisher');

interface Sent {
  readonly files: readonly PublishedFile[];
  readonly session_id?: string;
}

/** A publisher and what it sends; `relay.isAway` lets the relay refuse. */
function scene() {
  const sent: Sent[] = [];
  const relay = { isAway: false, forgot: '', stale: [] as readonly object[] };
  const call = (_: string, publication: Sent) => {
    if (relay.isAway) return Promise.resolve(refuse('Unavailable', 'away'));
    if (publication.session_id !== undefined && publication.session_id === relay.forgot)
      return Promise.resolve(refuse('NotFound', 'no such session', { field: 'session_id' }));
    sent.push(publication);
    return Promise.resolve({ graph_version: 1, stale_decisions: relay.stale, impacts: [] });
  };
  const publisher = new SymbolPublisher({
    client: () => ({ call }) as unknown as Client,
    workspaceId: () => 'w',
    logger: { warn: () => undefined, info: () => undefined } as never,
  });
  const write = (file: PublishedFile, session = 's') =>
    publisher.publishWritten([file], { key: session, sessionId: () => session });
  return { publisher, relay, sent, write };
}

function fileOf(path: string, meaning: string, line = 1): PublishedFile {
  const symbol = {
    name: 'login',
    kind: 'function',
    start_line: line,
    end_line: line,
    signature: 'login()',
    exported: true,
    meaning_hash: meaning,
    signature_hash: 'same',
  } as const;
  return { path, parsed: true, symbols: [symbol], callees: [] };
}

function shown(sent: readonly Sent[]): string[] {
  return sent.map(({ files }) =>
    files.map(({ path, symbols: [one] }) => `${path} ${one?.start_line}`).join(', '),
  );
}

test('a symbol of another meaning is published before the answer', async () => {
  const { sent, write } = scene();
  await write(fileOf('a.ts', 'm1'));
  await write(fileOf('a.ts', 'm2', 2));
  assert.equal(shown(sent), ['a.ts 1', 'a.ts 2']);
  assert.equal(
    sent.map((one) => one.session_id),
    ['s', 's'],
  );
});

test('what is as it was is not sent, and moved symbols are sent a moment later, together', async () => {
  const { sent, write } = scene();
  await write(fileOf('a.ts', 'm1'));
  await write(fileOf('b.ts', 'm1'));
  await write(fileOf('a.ts', 'm1'));
  for (const line of [2, 3]) await write(fileOf('a.ts', 'm1', line));
  await write(fileOf('b.ts', 'm1', 7));
  assert.is(sent.length, 2);
  await delay(400);
  assert.equal(shown(sent).slice(2), ['a.ts 3, b.ts 7']);
});

test('what waits goes with the next publication, and at the end of the daemon', async () => {
  const { publisher, sent, write } = scene();
  await write(fileOf('a.ts', 'm1'));
  await write(fileOf('a.ts', 'm1', 2));
  await write(fileOf('b.ts', 'm1'));
  assert.equal(shown(sent).slice(1), ['a.ts 2, b.ts 1']);
  await write(fileOf('a.ts', 'm1', 5));
  await publisher.flush();
  assert.equal(shown(sent).slice(2), ['a.ts 5']);
  await write(fileOf('a.ts', 'm1', 6));
  await write(fileOf('a.ts', 'm1', 5));
  await delay(300);
  assert.is(sent.length, 3, 'it is as it was again');
});

test('what the relay did not take is sent when it is back, and nothing is taken for known', async () => {
  const { publisher, relay, sent, write } = scene();
  await write(fileOf('a.ts', 'm1'));
  relay.isAway = true;
  await write(fileOf('a.ts', 'm2', 2));
  relay.isAway = false;
  await publisher.publishAll(() => Promise.resolve([]));
  assert.equal(shown(sent), ['a.ts 1', 'a.ts 2']);
  await write(fileOf('a.ts', 'm2', 2));
  assert.is(sent.length, 3);
});

/** A file with one change: what `login` was before. */
function changed(meaning: string, before: string | undefined): PublishedFile {
  const was = before === undefined ? {} : { meaning_hash: before, signature_hash: 'same' };
  const change = { name: 'login', ...(before !== undefined && { before: was as never }) };
  return { ...fileOf('a.ts', meaning), changes: [change] };
}

function shownChanges(sent: readonly Sent[]): string[] {
  return sent.map(({ files: [file], session_id }) => {
    const before = file?.changes?.[0]?.before?.meaning_hash ?? 'nothing';
    return `${session_id ?? 'nobody'}: ${before} → ${file?.symbols[0]?.meaning_hash ?? 'nothing'}`;
  });
}

test('SYM-7 what waits for the relay goes in order, each with the session that wrote it', async () => {
  const { publisher, relay, sent, write } = scene();
  relay.isAway = true;
  await write(changed('m2', 'm1'), 'ann');
  await write(changed('m3', 'm2'), 'ann');
  await write(changed('m4', 'm3'), 'bob');
  await write(changed('m5', 'm4'), 'ann');
  relay.isAway = false;
  await publisher.publishAll(() => Promise.resolve([]));
  assert.equal(shownChanges(sent), ['ann: m1 → m3', 'bob: m3 → m4', 'ann: m4 → m5']);
});

test('SYM-7 what waits goes before what is written next in the same file', async () => {
  const { relay, sent, write } = scene();
  relay.isAway = true;
  await write(changed('m2', 'm1'), 'ann');
  relay.isAway = false;
  await write(changed('m3', 'm2'), 'bob');
  assert.equal(shownChanges(sent), ['ann: m1 → m2', 'bob: m2 → m3']);
});

test('SYM-7 what a relay that is back was too busy for is sent without another sign of it', async () => {
  const { publisher, relay, sent, write } = scene();
  relay.isAway = true;
  await write(changed('m2', 'm1'), 'ann');
  await publisher.publishAll(() => Promise.resolve([]));
  relay.isAway = false;
  await delay(600);
  assert.equal(shownChanges(sent), ['ann: m1 → m2']);
});

test('DEC-2 HOK-8 what became stale by a write that was sent later is told later', async () => {
  const { publisher, relay } = scene();
  const told: Notice[] = [];
  const tell = (notice: Notice) => void told.push(notice);
  relay.isAway = true;
  relay.stale = [{ id: 'dec_1', title: 'Log in', symbol: 'a.ts#login' }];
  const writer = { key: 'ann', sessionId: () => 'ann', tell };
  assert.is(await publisher.publishWritten([changed('m2', 'm1')], writer), undefined);
  relay.isAway = false;
  await publisher.publishAll(() => Promise.resolve([]));
  assert.is(told.length, 1);
  assert.is(told[0]?.about, 'dec_1');
  assert.match(told[0]?.text ?? '', '(dec_1) is about `a.ts#login`, which you have changed.');
});

test('SYM-7 a session that the relay does not know is not blamed, and the change is sent', async () => {
  const { relay, sent, write } = scene();
  relay.forgot = 'ann';
  await write(changed('m2', 'm1'), 'ann');
  assert.equal(shownChanges(sent), ['nobody: m1 → m2']);
});

test('SYM-6 what is written back after somebody else changed it is sent', async () => {
  const { sent, write } = scene();
  await write(changed('m2', 'm1'), 'ann');
  await write(changed('m2', 'of bob'), 'ann');
  assert.is(sent.length, 2);
});

test.run();
