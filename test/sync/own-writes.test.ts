import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger } from '../../daemon/kernel/logger.ts';
import { TeamWorkCache } from '../../daemon/knowledge/team-knowledge-cache.ts';
import type { Client } from '../../shared/api/client.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import type { TaskRecord } from '../../shared/tasks/contract.ts';

const test = suite('what an agent has written itself');

/** A relay whose lists of tasks are answered when the test says so, each as it was when it was asked. */
function relay() {
  let tasks: string[] = [];
  let isFailing = false;
  const waiting: (() => void)[] = [];
  const lists = { workstreams: [], negotiations: [], waits: [], contracts: [], packages: [] };
  const call = (name: string) => {
    const asked = (name === 'listTasks' ? tasks : []).map((id) => ({ id }) as TaskRecord);
    const answer = { ...lists, tasks: asked };
    const failure = refuse('Unavailable', 'The relay is too busy.');
    return new Promise((resolve) => waiting.push(() => resolve(isFailing ? failure : answer)));
  };
  return {
    client: { call } as unknown as Client,
    has: (...ids: string[]) => void (tasks = ids),
    fails: (does: boolean) => void (isFailing = does),
    waiting,
    async answerAll() {
      for (const answer of waiting.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const ids = (cache: TeamWorkCache) => [...new Set(cache.current.tasks.map(({ id }) => id))];

test('MCP-9 it is in the lists once they have caught up, without the log', async () => {
  const { client, has, waiting, answerAll } = relay();
  const cache = new TeamWorkCache(silentLogger);
  cache.connect(client, 'ws_1');
  await answerAll();
  has('task_1');
  await cache.catchUp();
  assert.is(waiting.length, 0, 'nothing is read where nothing was written');
  cache.noteOwnWrite();
  const caughtUp = cache.catchUp();
  await answerAll();
  await caughtUp;
  assert.equal(ids(cache), ['task_1']);
  cache.close();
});

test('MCP-9 a reading that began before does not take it out again', async () => {
  const { client, has, waiting, answerAll } = relay();
  const cache = new TeamWorkCache(silentLogger);
  cache.connect(client, 'ws_1');
  const earlier = waiting.splice(0);
  has('task_1');
  cache.noteOwnWrite();
  const caughtUp = cache.catchUp();
  await answerAll();
  await caughtUp;
  for (const answer of earlier) answer();
  await answerAll();
  assert.equal(ids(cache), ['task_1']);
  cache.close();
});

test('MCP-9 it is waited for one second at most', async () => {
  const cache = new TeamWorkCache(silentLogger);
  cache.connect(relay().client, 'ws_1');
  cache.noteOwnWrite();
  // The cache's own timer keeps no process alive.
  const alive = setTimeout(() => undefined, 10_000);
  await cache.catchUp();
  clearTimeout(alive);
  assert.equal(ids(cache), []);
  cache.close();
});

test('MCP-9 it is waited for as well while a reading that began after the write is under way, and after one that failed', async () => {
  const { client, has, fails, waiting, answerAll } = relay();
  const cache = new TeamWorkCache(silentLogger);
  cache.connect(client, 'ws_1');
  await answerAll();
  has('task_1');
  cache.noteOwnWrite();
  cache.refresh();
  assert.ok(waiting.length > 0);
  let isCaughtUp = false;
  const caughtUp = cache.catchUp().then(() => (isCaughtUp = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(isCaughtUp, false, 'while it is read');
  fails(true);
  await answerAll();
  await caughtUp;
  assert.equal(ids(cache), []);
  fails(false);
  const again = cache.catchUp();
  await answerAll();
  await again;
  assert.equal(ids(cache), ['task_1']);
  cache.close();
});

test.run();
