import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NotificationQueue } from '../../daemon/hooks/notification-queue.ts';
import { openDaemonStore } from '../../daemon/replica/store.ts';
import { Sandbox } from './support.ts';

const test = suite('notices');
const sandbox = new Sandbox();
const file = join(sandbox.folder('state'), 'daemon.db');
const conversation = { conversationId: 'one', agentId: '' };

test.after(() => sandbox.remove());

function opened() {
  const store = openDaemonStore(file);
  if (store === 'locked') throw new Error('the store is locked');
  return { notices: new NotificationQueue(store), close: () => store.close() };
}

test('what one answer has no room for goes with the next one, also after a restart', () => {
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(2_000));
  const before = opened();
  for (const text of texts) before.notices.add(conversation, text);
  assert.is(before.notices.take({ ...conversation, agentId: 'other' }), undefined);
  assert.is(before.notices.take(conversation), texts.slice(0, 2).join('\n'));
  before.close();
  const after = opened();
  assert.is(after.notices.take(conversation), texts[2]);
  assert.is(after.notices.take(conversation), undefined);
  after.close();
});

test('one that is too long is cut, and does not block the others', () => {
  const { notices, close } = opened();
  notices.add(conversation, 'x'.repeat(100_000));
  notices.add(conversation, 'next');
  assert.ok((notices.take(conversation)?.length ?? 0) <= 5_000);
  assert.is(notices.take(conversation), 'next');
  close();
});

test.run();
