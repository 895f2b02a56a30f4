/** The way of recorded pieces to a meeting, over scripted connections. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { PieceLink } from '../../shared/meetings/piece-link.ts';

const ended = refuse('Conflict', 'This meeting was ended elsewhere.');

/** A link, all that it sends and tells, and the timers that it asked for. */
function scripted(whyOver?: () => Promise<Refusal | undefined>) {
  const seen: string[] = [];
  const timers: { ms: number; act: () => void }[] = [];
  let isReachable = true;
  const link = new PieceLink<string>({
    most: 3,
    open: () =>
      Promise.resolve(
        isReachable
          ? { send: (data) => void seen.push(data), close: () => void seen.push('closed') }
          : undefined,
      ),
    ...(whyOver && { whyOver }),
    pauseMs: (failures) => failures * 10,
    later: (ms, act) => void timers.push({ ms, act }),
    onText: (text) => seen.push(`text ${text}`),
    onLink: (isLinked) => seen.push(isLinked ? 'linked' : 'not linked'),
    onWaiting: () => undefined,
    onProblem: (message) => seen.push(`problem ${message}`),
  });
  return {
    link,
    add: (id: string) => link.add({ id, sound: `sound ${id}` }),
    say: (message: object) => link.said(JSON.stringify(message)),
    reachable: (is: boolean) => (isReachable = is),
    /** What was sent and told since it was last asked. */
    seen: () => seen.splice(0),
    /** Lets the time of all timers come; how long each was to wait, without those that wait for an answer. */
    pass: async () => {
      const due = timers.splice(0);
      for (const { act } of due) act();
      await settled();
      return due.map(({ ms }) => ms).filter((ms) => ms < 180_000);
    },
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function sent(id: string): string[] {
  return [JSON.stringify({ type: 'piece', id }), `sound ${id}`];
}

const stop = JSON.stringify({ type: 'stop' });

test('MTG-24 one piece after the other is sent until it is kept, and the meeting is stopped after the last', async () => {
  const { link, add, say, seen } = scripted();
  await settled();
  assert.equal(['1', '2', '3', '4'].map(add), [true, true, true, false]);
  assert.equal(seen(), [], 'nothing is sent before the connection stands');
  link.opened();
  assert.equal(seen(), ['linked', ...sent('1')]);
  say({ type: 'transcript_chunk', text: 'Hello.' });
  link.said('no message');
  say({ type: 'of a later version', id: ['1'] });
  say({ type: 'kept', id: '1' });
  link.stop();
  say({ type: 'kept', id: '2' });
  assert.equal(seen(), ['text Hello.', ...sent('2'), ...sent('3')]);
  say({ type: 'kept', id: '3' });
  say({ type: 'complete' });
  assert.equal(seen(), [stop, 'closed']);
  assert.is(await link.over, undefined);
});

test('MTG-24 over the next connection the last piece that was kept goes first', async () => {
  const { link, add, say, seen, pass, reachable } = scripted();
  await settled();
  link.opened();
  add('1');
  add('2');
  say({ type: 'kept', id: '1' });
  seen();
  reachable(false);
  await link.lost();
  assert.equal(await pass(), [10]);
  assert.equal(await pass(), [20], 'it is not reached yet');
  reachable(true);
  assert.equal(await pass(), [30]);
  await link.lost();
  assert.equal(await pass(), [40], 'it was reached and did not stand');
  assert.equal(seen(), ['not linked'], 'and that is told once');
  link.opened();
  assert.equal(seen(), sent('1'));
  say({ type: 'kept', id: '1' });
  assert.equal(seen(), ['linked', ...sent('2')], 'the relay is back when it answers');
});

test('MTG-25 a stop that got no answer over a lost connection is said again, and nothing before it', async () => {
  const { link, add, say, seen, pass } = scripted();
  await settled();
  link.opened();
  add('1');
  say({ type: 'kept', id: '1' });
  link.stop();
  assert.equal(seen(), ['linked', ...sent('1'), stop]);
  await link.lost();
  await pass();
  link.opened();
  assert.equal(seen(), ['not linked', stop], 'a meeting that is being read takes no piece');
  say({ type: 'complete' });
  assert.is(await link.over, undefined);
});

test('MTG-25 connections that a daemon takes while its relay is gone are no relay that is back', async () => {
  const { link, add, say, seen, pass } = scripted();
  await settled();
  link.opened();
  await link.lost();
  assert.equal(seen(), ['linked', 'not linked']);
  for (const ms of [10, 20, 30]) {
    assert.equal(await pass(), [ms], 'the pauses get longer');
    link.opened();
    await link.lost();
  }
  assert.equal(seen(), []);
  await pass();
  link.opened();
  add('1');
  say({ type: 'kept', id: '1' });
  assert.equal(seen(), [...sent('1'), 'linked']);
});

test('MTG-24 a piece without an answer is sent again over another connection, one that is refused is given up', async () => {
  const { link, add, say, seen, pass } = scripted();
  await settled();
  link.opened();
  add('1');
  add('2');
  await pass();
  assert.equal(seen(), ['linked', ...sent('1'), 'closed']);
  const refused = (error: string) => say({ type: 'error', id: '1', error, message: 'No.' });
  refused('Unavailable');
  assert.equal([await pass(), seen()], [[10], sent('1')]);
  refused('ValidationError');
  assert.equal(seen(), ['problem No.', ...sent('2')]);
  refused('Conflict');
  assert.equal(await link.over, refuse('Conflict', 'No.'));
});

test('MTG-24 no other connection is tried when the meeting takes nothing more', async () => {
  const told = scripted();
  await settled();
  await told.link.lost(ended);
  assert.equal([await told.link.over, await told.pass()], [ended, []]);
  let why: Refusal | undefined;
  const asked = scripted(() => Promise.resolve(why));
  await asked.link.lost();
  assert.equal(await asked.pass(), [10]);
  why = ended;
  await asked.link.lost();
  assert.equal([await asked.link.over, await asked.pass()], [ended, []]);
});

test('MTG-24 a link that was left while it connects closes what comes', async () => {
  const { link, seen, pass } = scripted();
  link.leave();
  await settled();
  assert.equal([seen(), await pass()], [['closed'], []]);
});

test.run();
