/** LOC-8: what a tab has open through its daemon ends with the tab. */
import { EventEmitter } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Guard } from '../../daemon/local-api/guard.ts';
import { TabStreams, type OpenStream } from '../../daemon/local-api/tab-streams.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openFeed, type FeedReader } from '../support/streams.ts';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon } from './support.ts';

const test = suite('streams of tabs');
const sandbox = new Sandbox();
let daemon: TestDaemon;
const open: FeedReader[] = [];

test.before(async () => {
  daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'));
});

test.after(async () => {
  for (const reader of open) reader.close();
  await daemon.daemon.close();
  sandbox.remove();
});

async function openTab(): Promise<string> {
  const { body } = await daemon.send('POST', '/dashboard/code', {});
  const { code } = body as { code: string };
  const headers = { authorization: '', origin: daemon.daemon.url };
  const traded = await daemon.send('POST', '/dashboard/session', { code }, headers);
  return `Bearer ${(traded.body as { token: string }).token}`;
}

async function follow(authorization: string, path = 'feed'): Promise<FeedReader> {
  const feed = {
    url: daemon.daemon.url,
    path: `/workspaces/${daemon.workspaceId}/${path}`,
    headers: { authorization },
  };
  const reader = await openFeed(feed);
  assert.is(reader.status, 200, path);
  open.push(reader);
  return reader;
}

function within(ms: number, ended: Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ms, false));
  return Promise.race([ended.then(() => true), late]);
}

test('LOC-8: a feed ends at once when its tab signs out, and those of others go on', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const ofTab = [await follow(one), await follow(one, '%66eed')];
  const others = [await follow(other), await follow(`Bearer ${daemon.token}`)];
  const out = await daemon.send('DELETE', '/dashboard/session', undefined, { authorization: one });
  assert.is(out.status, 200);
  for (const feed of ofTab) assert.ok(await within(1_000, feed.ended), 'it goes on');
  await daemon.hook('sessionStart', 'ada', { task: 'After the sign-out' });
  for (const feed of others) await feed.next('session_started');
  for (const feed of ofTab) assert.is(feed.events.length, 0);
});

class OpenAnswer extends EventEmitter implements OpenStream {
  hasEnded = false;

  end(): void {
    this.hasEnded = true;
    this.emit('close');
  }
}

test('LOC-8: a feed ends within some two seconds after the token of its tab has', async () => {
  const clock = new FakeClock();
  const userId = () => 'usr_1';
  const guard = new Guard({ token: 't'.repeat(40), clock, userId, userOfKey: async () => 'usr_1' });
  const feeds = new TabStreams(guard);
  guard.acceptTab('a'.repeat(32), { id: 'one', untilMs: clock.now() + 1_000 });
  guard.acceptTab('b'.repeat(32), { id: 'two', untilMs: clock.now() + 60_000 });
  const [short, long] = [new OpenAnswer(), new OpenAnswer()];
  feeds.watch(`Bearer ${'a'.repeat(32)}`, short);
  feeds.watch(`Bearer ${'b'.repeat(32)}`, long);
  feeds.recheck();
  assert.not.ok(short.hasEnded);
  clock.advance(1_000);
  await eventually('the end', async () => short.hasEnded || undefined);
  assert.not.ok(long.hasEnded);
  const late = new OpenAnswer();
  feeds.watch(`Bearer ${'a'.repeat(32)}`, late);
  assert.ok(late.hasEnded, 'one that begins too late');
  long.end();
});

test.run();
