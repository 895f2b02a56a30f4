/** When written files are published: at once, in a moment, or not at all. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SymbolPublisher, type PublishedFile } from '../../daemon/knowledge/symbol-publisher.ts';
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
  const relay = { isAway: false };
  const call = (_: string, publication: Sent) => {
    if (relay.isAway) return Promise.resolve(refuse('Unavailable', 'away'));
    sent.push(publication);
    return Promise.resolve({ graph_version: 1, stale_decisions: [], impacts: [] });
  };
  const publisher = new SymbolPublisher({
    client: () => ({ call }) as unknown as Client,
    workspaceId: () => 'w',
    logger: { warn: () => undefined, info: () => undefined } as never,
  });
  const write = (file: PublishedFile) => publisher.publishWritten([file], 's');
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

test.run();
