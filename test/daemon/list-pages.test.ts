import { join } from 'node:path';
import { request } from 'undici';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Sandbox, TestDaemon, TestRelay } from './support.ts';

interface Context {
  sandbox: Sandbox;
  relay: TestRelay;
  daemon: TestDaemon;
}

const test = suite<Context>('pages of lists through a daemon');

const [files, symbolsPerFile] = [6, 500];
const reservations = files * symbolsPerFile;

test.before.each(async (context) => {
  const sandbox = (context.sandbox = new Sandbox());
  const relay = (context.relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db')));
  await relay.start();
  const { key } = await relay.join('Ana');
  const choice = { kind: 'remote', url: relay.url, key } as const;
  const root = sandbox.repository('shop');
  const daemon = (context.daemon = await TestDaemon.start(root, sandbox.folder('home'), choice));
  for (let file = 0; file < files; file += 1) await reserveMany(relay, key, `src/big${file}.ts`);
  await daemon.until('the relay', ({ relay: link }) => link.state === 'live');
});

test.after.each(async ({ daemon, relay, sandbox }) => {
  await daemon.daemon.close();
  await relay.stop();
  sandbox.remove();
});

/** Another machine's agent reserves every symbol of a file. */
async function reserveMany(relay: TestRelay, key: string, file_path: string): Promise<void> {
  const symbol_ids = Array.from({ length: symbolsPerFile }, (_, at) => `${file_path}#s${at}`);
  const body = { workspace_slug: 'team', conversation_id: file_path, agent_type: 'test' };
  const response = await request(`${relay.url}/workspaces/sessions/hook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, event: 'postToolUse', file_path, symbol_ids }),
  });
  assert.is(response.statusCode, 200, await response.body.text());
}

interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly cursor: string | undefined;
}

async function pageOf(
  { daemon, token, workspaceId }: TestDaemon,
  list: string,
  query: string,
): Promise<Page> {
  const response = await request(`${daemon.url}/workspaces/${workspaceId}/${list}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.body.text();
  assert.is(response.statusCode, 200, text);
  const cursor = response.headers['x-next-cursor'];
  return {
    items: JSON.parse(text) as Page['items'],
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
}

/** Walks a list to its end, and does something after the first page. */
async function walk(
  daemon: TestDaemon,
  { list, limit, afterFirst }: { list: string; limit: number; afterFirst?: () => Promise<void> },
): Promise<Page[]> {
  const pages = [await pageOf(daemon, list, `limit=${limit}`)];
  await afterFirst?.();
  for (let { cursor } = pages[0] as Page; cursor !== undefined; cursor = pages.at(-1)?.cursor)
    pages.push(await pageOf(daemon, list, `limit=${limit}&before=${cursor}`));
  return pages;
}

function assertAll(pages: readonly Page[], limit: number): void {
  const items = pages.flatMap((page) => page.items);
  const names = items.map(({ symbol_ids: symbols }) => String(symbols));
  assert.is(names.length, reservations);
  assert.is(new Set(names).size, reservations, 'each once');
  assert.is(pages.length, Math.ceil(reservations / limit));
  assert.ok(pages.every((page) => page.items.length <= limit));
}

test('ANS-4: 3,000 reservations are paged through a daemon as they are at the relay', async ({
  daemon,
}) => {
  assertAll(await walk(daemon, { list: 'reservations', limit: 1_000 }), 1_000);
  const whole = await pageOf(daemon, 'reservations', 'limit=10000');
  assert.equal([whole.items.length, whole.cursor], [reservations, undefined]);
  const usual = await pageOf(daemon, 'reservations', '');
  assert.is(usual.items.length, 1_000);
  assert.type(usual.cursor, 'string');
});

test('ANS-4: a walk that began at the relay goes on without it, each reservation once', async ({
  daemon,
  relay,
}) => {
  await daemon.until('every reservation', (status) => status.reservations.length === reservations);
  const afterFirst = () => relay.stop();
  assertAll(await walk(daemon, { list: 'reservations', limit: 700, afterFirst }), 700);
  assertAll(await walk(daemon, { list: 'reservations', limit: 999 }), 999);
});

test('ANS-4: sessions are paged without the relay too, and wrong pages are refused', async ({
  daemon,
  relay,
}) => {
  await daemon.until('every session', (status) => status.reservations.length === reservations);
  await relay.stop();
  const pages = await walk(daemon, { list: 'sessions', limit: 4 });
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  assert.equal([pages.length, ids.length, new Set(ids).size], [2, files, files]);
  for (const list of ['sessions', 'reservations'])
    for (const query of ['before=zzz', 'limit=0', 'limit=x']) {
      const path = `/workspaces/${daemon.workspaceId}/${list}?${query}`;
      const answer = await daemon.send('GET', path);
      assert.is(answer.status, 400, `${path}: ${answer.text}`);
      assert.is(answer.body['field'], query.split('=')[0]);
    }
});

test.run();
