/** HOK-6: whose shell commands ran at a moment. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OpenShells, type ChangedFile } from '../../daemon/hooks/open-shells.ts';
import type { HookCall } from '../../shared/clients/common/hook-call.ts';
import { heartbeatCall } from '../../shared/clients/common/call-builders.ts';
import { FakeClock, minutes } from '../support/fake-clock.ts';

interface Context {
  clock: FakeClock;
  over: Set<string>;
  shells: OpenShells;
  /** The conversation whose commands ran then, or now. */
  author: (atMs?: number, file?: ChangedFile) => string | undefined;
}

const test = suite<Context>('open shells');
const someFile = { root: '/shop', path: 'src/some.ts' };
const start = { reflogBytes: 0 };

test.before.each((context) => {
  const clock = new FakeClock();
  const over = new Set<string>();
  const shells = new OpenShells(clock, ({ conversationId }) => over.has(conversationId));
  const author = (atMs = clock.now(), file = someFile) =>
    shells.authorAt(atMs, file)?.call.conversation.conversationId;
  Object.assign(context, { clock, over, shells, author });
});

function callOf(conversationId: string, toolUseId?: string): HookCall {
  const conversation = { conversationId, agentId: '' };
  const facts = {
    event: 'PreToolUse',
    conversation,
    agentType: 'test',
    canNotify: true,
    toolUseId,
  };
  return heartbeatCall(facts, 'began');
}

test('HOK-6: of two commands at once neither is given a write; after the end of one the other is', ({
  clock,
  shells,
  author,
}) => {
  shells.begin(callOf('a', '1'), start);
  shells.begin(callOf('b', '2'), start);
  assert.is(author(), undefined);
  shells.end(callOf('b', '2'));
  clock.advance(600);
  assert.is(author(), 'a');
});

test('HOK-6: of two commands at once a write is of the one that names the file, or of the only one in its work tree', ({
  clock,
  shells,
  author,
}) => {
  const named = (path: string, root = '/shop') => author(clock.now(), { root, path });
  const begin = (id: string, shellText: string, root: string) =>
    shells.begin({ ...callOf(id, id), shellText }, { ...start, root });
  begin('a', 'npm test -- auth.test.ts && sed -i s/1/2/ lib/pay.ts', '/shop');
  begin('b', 'sed -i s/1/2/ ./src/auth.ts', '/shop');
  assert.is(named('src/auth.ts'), 'b');
  assert.is(named('lib/pay.ts'), 'a');
  assert.is(named('src/test.ts'), undefined, 'a part of a name is none');
  begin('c', 'sed -i s/1/2/ src/auth.ts', '/shop-2');
  assert.is(named('src/auth.ts'), undefined, 'two name it');
  assert.is(named('src/other.ts', '/shop-2'), 'c');
  assert.is(named('src/other.ts', '/shop-3'), undefined);
});

test('GAT-15: whose command runs in a work tree, where it is one conversation and has not ended', ({
  shells,
}) => {
  const running = (root = '/shop') => shells.runningIn(root)?.conversationId;
  shells.begin(callOf('a', '1'), { ...start, root: '/shop' });
  shells.begin(callOf('a', '2'), { ...start, root: '/shop' });
  shells.begin(callOf('b', '3'), { ...start, root: '/other' });
  shells.begin(callOf('c', '4'), start);
  assert.equal([running(), running('/other'), running('/none')], ['a', 'b', undefined]);
  shells.begin(callOf('d', '5'), { ...start, root: '/shop' });
  assert.is(running(), undefined);
  shells.end(callOf('d', '5'));
  assert.is(running(), 'a');
  shells.forget({ conversationId: 'a', agentId: '' });
  assert.is(running(), undefined);
});

test('HOK-6: a command that has just ended hides none that begins right after it', ({
  clock,
  shells,
  author,
}) => {
  shells.begin(callOf('a', '1'), start);
  shells.end(callOf('a', '1'));
  clock.advance(100);
  assert.is(author(), 'a', 'by what it has left behind');
  shells.begin(callOf('b', '2'), start);
  clock.advance(20);
  assert.is(author(), 'b');
  assert.is(shells.authorAround(clock.now(), someFile), undefined, 'a moment that is not known');
});

test('HOK-6: a change that is noticed late is given to nobody else', ({
  clock,
  shells,
  author,
}) => {
  shells.begin(callOf('a', '1'), start);
  clock.advance(1_000);
  shells.begin(callOf('b', '2'), start);
  const wroteAtMs = clock.now();
  shells.end(callOf('b', '2'));
  clock.advance(3_000);
  assert.is(author(wroteAtMs), undefined);
  assert.is(author(), 'a');
  assert.is(author(wroteAtMs - 500), 'a', 'before b began');
});

test('HOK-6: what changed before a command began is not its doing', ({ clock, shells, author }) => {
  const beforeMs = clock.now();
  clock.advance(100);
  shells.begin(callOf('a', '1'), start);
  assert.is(author(beforeMs), undefined);
});

const ends: Record<string, (context: Context) => void> = {
  'the end of the turn, or a prompt': ({ shells }) => shells.end(callOf('a')),
  'the next call': ({ shells }) => shells.pass(callOf('a', 'next')),
  'the next command': ({ shells }) => (
    shells.begin(callOf('a', 'n'), start),
    shells.end(callOf('a', 'n'))
  ),
  'its session’s end': ({ over }) => over.add('a'),
  'the limit': ({ clock }) => clock.advance(minutes(10)),
};

for (const [what, end] of Object.entries(ends))
  test(`HOK-6: a command whose end no hook told ends with ${what}`, (context) => {
    const { clock, shells, author } = context;
    shells.begin(callOf('a', '1'), start);
    clock.advance(6_000);
    end(context);
    clock.advance(1_000);
    shells.begin(callOf('b', '2'), start);
    assert.is(author(), 'b');
  });

test('HOK-6: calls beside one another end one by one', ({ clock, shells, author }) => {
  shells.begin(callOf('a', '1'), start);
  clock.advance(1_000);
  shells.begin(callOf('a', '2'), start);
  for (const _ of ['its hook', 'that of another client']) shells.end(callOf('a', '1'));
  clock.advance(8_000);
  assert.is(author(), 'a', 'the second one still runs');
  shells.end(callOf('a', '2'));
  clock.advance(1_000);
  assert.is(author(), undefined);
});

test('HOK-6: SES-3: what a conversation did before its end is given to nobody', ({
  clock,
  shells,
  author,
}) => {
  shells.begin(callOf('a', '1'), start);
  shells.begin(callOf('b', '2'), start);
  const wroteAtMs = clock.now();
  shells.forget({ conversationId: 'b', agentId: '' });
  clock.advance(1_000);
  assert.is(author(wroteAtMs), undefined);
  assert.is(author(), 'a');
});

test.run();
