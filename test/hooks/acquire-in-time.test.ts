/** HOK-3: what a report of a write answers when its reservations take longer than a hook may. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WriteAcquisition, type WriteAcquisitionDependencies } from '../../daemon/hooks/acquire.ts';
import type { FileCall } from '../../shared/clients/common/hook-call.ts';
import type { NotificationQueue } from '../../daemon/hooks/notices/notification-queue.ts';
import { eventually } from '../support/waiting.ts';

const test = suite('reports of writes in time');

/** An acquisition whose relay answers when `open` is called; `slow` is the file that waits for it. */
function scene(slow: string) {
  const reserved: string[] = [];
  const told: string[] = [];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const workTree = { root: '/shop', gitDir: '/shop/.git', commonDir: '/shop/.git' };
  const conflict = {
    file_path: 'last.ts',
    holder: 'Bo',
    holder_session_id: 'sess_b',
    holder_task: '',
    expires_at: '2026-01-05T09:10:00.000Z',
    minutes_remaining: 10,
  };
  const parts = {
    paths: { resolveWritten: (path: string) => ({ kind: 'inside', workTree, path, key: path }) },
    files: {
      written: () => () => Promise.resolve(undefined),
      isIgnored: () => Promise.resolve(false),
    },
    changes: { placesOf: () => Promise.resolve([]) },
    replica: {
      sessionOf: () => undefined,
      liveReservationsOf: () => [],
      liveReservationsOfOthers: () => [],
    },
    symbols: { expect: () => undefined, publish: () => Promise.resolve(undefined) },
    knowledge: { findForbiddingConvention: () => undefined },
    lifecycle: { heartbeat: () => Promise.resolve({ ok: true, session_id: 'sess_a' }) },
    notifications: {
      take: () => undefined,
      add: (_: unknown, text: string) => told.push(text),
    } as unknown as NotificationQueue,
    reserver: {
      async reserve(_: FileCall, { target }: { target: { path: string } }) {
        if (target.path === slow) await opened;
        reserved.push(target.path);
        const conflicts = target.path === 'last.ts' ? [conflict] : [];
        return { ok: true, session_id: 'sess_a', reserved: [target.path], conflicts };
      },
    },
    answerWithinMs: 30,
  };
  const acquisition = new WriteAcquisition(parts as unknown as WriteAcquisitionDependencies);
  return { acquisition, reserved, told, open: () => open() };
}

function callOf(paths: readonly string[], conversationId = 'ana'): FileCall {
  return {
    effect: 'acquire',
    event: 'PostToolUse',
    conversation: { conversationId, agentId: '' },
    agentType: 'test',
    canNotify: true,
    files: paths.map((path) => ({ path })),
  };
}

test('HOK-3 what is reserved by then is answered, the rest follows and is told with a later hook', async () => {
  const { acquisition, reserved, told, open } = scene('c.ts');
  const answer = await acquisition.acquire(callOf(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'last.ts']));
  assert.ok('reserved' in answer);
  assert.equal(answer.reserved, ['a.ts', 'b.ts']);
  assert.is(answer.message, 'coord: 2 of 5 files are reserved so far; the rest follows.');
  open();
  await eventually('the rest', async () => (told.length > 0 ? true : undefined));
  assert.equal(reserved, ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'last.ts']);
  assert.match(told.join(), /last.ts.*: held by .*Bo/);
});

test('HOK-3 the writes of one conversation are reserved in their order, and others do not wait for them', async () => {
  const { acquisition, reserved, open } = scene('a.ts');
  const first = acquisition.acquire(callOf(['a.ts', 'b.ts']));
  const second = acquisition.acquire(callOf(['b.ts', 'c.ts']));
  await acquisition.acquire(callOf(['other.ts'], 'bo'));
  assert.equal(reserved, ['other.ts']);
  await Promise.all([first, second]);
  open();
  await acquisition.idle();
  assert.equal(reserved, ['other.ts', 'a.ts', 'b.ts', 'b.ts', 'c.ts']);
});

test('HOK-3 SES-3: what is not reserved when the conversation ends is not reserved after it', async () => {
  const { acquisition, reserved, told, open } = scene('a.ts');
  await acquisition.acquire(callOf(['a.ts', 'last.ts']));
  acquisition.forget({ conversationId: 'ana', agentId: '' });
  open();
  await acquisition.idle();
  assert.equal(reserved, ['a.ts']);
  assert.equal(told, []);
});

test.run();
