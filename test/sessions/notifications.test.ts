/** What agents are told, with their next hook answer, of what others did that concerns them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { outdatedBy } from '../../shared/sessions/outdated-notifications.ts';
import type { DraftEvent, LogEvent } from '../../shared/contract/events/events.ts';
import { at, notified, stillTold, told } from './notified.ts';

const test = suite('notifications');

const contested = {
  negotiation_id: 'neg_1',
  file: 'src/a.ts',
  symbols: ['src/a.ts#pay'],
  initiator: 'Ada',
  initiator_session: 'sess_a',
  counterparty: 'Bo',
  counterparty_session: 'sess_b',
};

const deadline_at = '2026-01-01T00:05:00.000Z';
const opened = {
  type: 'negotiation_opened',
  ...contested,
  rationale: 'x',
  deadline_at,
  max_turns: 6,
} as const;
const yielded = {
  type: 'negotiation_ended',
  ...contested,
  status: 'resolved',
  outcome: 'yield',
  note: '',
  ...{ initiator_symbols: ['src/a.ts#pay'], counterparty_symbols: [] },
  by: 'Bo',
} as const;
const held = { initiator_symbols: [], counterparty_symbols: ['src/a.ts#pay'] };

test('NEG-1: what has ended is not said to be open', () => {
  const other = { ...opened, negotiation_id: 'neg_10', rationale: 'the negotiation neg_1 about' };
  assert.equal(stillTold('sess_b', opened, other, yielded), [1, 2]);
  assert.equal(stillTold('sess_b', yielded, opened), [0, 1], 'a later one is another one');
});

test('NEG-1: a negotiation that the holder has not heard of and that left it everything is not told', () => {
  for (const outcome of ['hold', ''] as const) {
    const kept = { ...yielded, ...held, outcome };
    assert.equal(stillTold('sess_b', opened, kept), []);
    assert.equal(stillTold('sess_b', opened, { ...yielded, outcome }), [1], 'it left nothing');
    assert.equal(stillTold('sess_b', kept), [0], 'the holder knows of it');
  }
  assert.equal(stillTold('sess_b', opened, yielded), [1]);
  assert.equal(stillTold('sess_b', opened, { ...yielded, ...held }), [1]);
});

test('SES-7: two agents of one person who negotiate are told apart', () => {
  const same = { ...opened, initiator: opened.counterparty };
  const who = `coord: another agent of ${opened.counterparty}`;
  assert.match(notified(same)['sess_b'] ?? '', `${who} asks you for`);
  assert.not.match(notified(opened)['sess_b'] ?? '', 'another agent');
  const answer = { action: 'counter', note: 'q', by: same.initiator, deadline_at } as const;
  const reply = { ...answer, type: 'negotiation_answered', session_id: 'sess_b' } as const;
  const told = notified({ ...contested, initiator: same.initiator, ...reply });
  assert.match(told['sess_a'] ?? '', `${who} replies about`);
});

test('NEG-7: no answer is asked for of a negotiation that a person settles', () => {
  const replies = {
    type: 'negotiation_answered',
    ...contested,
    action: 'counter',
    note: 'q',
    by: 'Ada',
    session_id: 'sess_a',
    deadline_at,
  } as const;
  const settled = { type: 'negotiation_escalated', ...contested, note: '' } as const;
  assert.equal(stillTold('sess_b', replies, settled), [1]);
});

test('QUE-2: what a negotiation gave is not told again for who also waited for it', () => {
  const waited = (file: string, symbols: string[]) =>
    ({
      type: 'wait_ended',
      wait_id: 'wait_1',
      session_id: 'sess_a',
      user: 'Ada',
      file,
      symbols,
      wish: 'grant',
      status: 'granted',
    }) as const;
  const same = waited('src/a.ts', ['src/a.ts#pay']);
  assert.equal(stillTold('sess_a', yielded, same, waited('src/b.ts', [])), [0, 2]);
});

test('RSV-6: the holder of what another session wrote over is told, and not of a denied write', () => {
  const written = {
    type: 'conflict_detected',
    file: 'src/a.ts',
    symbol_id: 'src/a.ts#pay',
    by: 'Bo',
    session_id: 'sess_b',
    holder: 'Ada',
    holder_session_id: 'sess_a',
    kind: 'write_raced',
  } as const;
  const texts = notified(written);
  assert.equal(Object.keys(texts), ['sess_a']);
  assert.match(texts['sess_a'] ?? '', 'coord: Bo wrote src/a.ts#pay, which you had reserved.');
  const ofOnePerson = notified({ ...written, by: 'Ada' });
  assert.match(ofOnePerson['sess_a'] ?? '', 'coord: another agent of Ada wrote');
  assert.equal(notified({ ...written, kind: 'write_denied' }), {});
  assert.equal(notified({ ...written, holder: '', holder_session_id: '' }), {}, 'a rule');
});

test('DEC-2: who made a decision is told that it is stale, and how; not of an own edit', () => {
  const stale = {
    type: 'decision_stale',
    decision: { id: 'dec_1', title: 'Use\n JWT' },
    symbol: 'src/a.ts#pay',
    reason: 'changed',
    user: 'Bo',
    session_id: 'sess_b',
  } as const;
  const texts = notified({ ...stale, sessions: ['sess_a', 'sess_b'] });
  assert.equal(Object.keys(texts), ['sess_a']);
  assert.match(
    texts['sess_a'] ?? '',
    'coord: Bo changed `src/a.ts#pay`, which your decision “Use JWT” (dec_1) is about. It is stale now: reaffirm it',
  );
  assert.equal(notified(stale), {}, 'an event of an earlier version');
  const [{ about } = { about: '' }] = told('sess_a', [{ ...stale, sessions: ['sess_a'] }]);
  const reaffirmed = { type: 'decision_reaffirmed', decision: stale.decision } as const;
  assert.equal(outdatedBy(reaffirmed as LogEvent), { about });
});

test('NEG-1: the holder is notified who asks, why, how long, and how to answer', () => {
  const texts = notified({
    type: 'negotiation_opened',
    ...contested,
    rationale: 'I fix the rounding',
    deadline_at: '2026-01-01T00:05:00.000Z',
    max_turns: 6,
  });
  assert.equal(Object.keys(texts), ['sess_b']);
  for (const part of [
    'Ada',
    'src/a.ts#pay',
    'I fix the rounding',
    '5 min',
    'neg_1',
    'negotiate_respond',
  ])
    assert.match(texts['sess_b'] ?? '', part);
});

test('NEG-5: only the other party is notified of an answer; both are notified of the end, with what is theirs', () => {
  const answer = {
    type: 'negotiation_answered',
    ...contested,
    action: 'counter',
    note: 'why not split',
    by: 'Bo',
    session_id: 'sess_b',
    deadline_at: at,
  } as const;
  const asked = notified({ ...answer, deadline_at: '2099-01-01T00:00:00.000Z' });
  assert.equal(Object.keys(asked), ['sess_a']);
  assert.match(
    asked['sess_a'] ?? '',
    /Answer by \d\d:\d\d UTC \(\d+ min\) .* action yield, split, defer or counter/,
  );
  const toHolder = notified({ ...answer, session_id: 'sess_a' });
  assert.match(toHolder['sess_b'] ?? '', /action yield, hold, split, defer or counter/);
  const texts = notified({
    type: 'negotiation_ended',
    ...contested,
    status: 'resolved',
    outcome: 'yield',
    initiator_symbols: ['src/a.ts#pay'],
    counterparty_symbols: [],
    note: '',
    by: 'Bo',
  });
  assert.match(texts['sess_a'] ?? '', 'Yours now: src/a.ts#pay');
  assert.match(texts['sess_b'] ?? '', 'do not edit it');
});

test('GAT-4, GAT-5: who works on the branch hears of a commit and of its end, not who recorded it', () => {
  const gated = { workstream: 'pay', branch: 'coord/pay', commit: 'a'.repeat(40) };
  const who = { user: 'Ada', session_id: 'sess_a', receipt_id: 'rcpt_1' };
  const approved = notified({
    type: 'gate_approved',
    ...gated,
    ...who,
    files: [],
    kind: 'attested',
  });
  assert.equal(Object.keys(approved), ['sess_b']);
  assert.match(approved['sess_b'] ?? '', /Unless your work tree has it, pull it/);
  const retracted = { type: 'gate_retracted', ...gated, ...who, reason: 'it broke' } as const;
  assert.equal(Object.keys(notified({ ...retracted, recorded: true })), ['sess_b']);
  assert.equal(notified({ ...retracted, recorded: false }), {});
});

test('PUB-2 QUE-2 the sessions that the event names are notified', () => {
  const texts = notified({
    type: 'contract_published',
    contract: { name: 'User', version: 2, breaking: true },
    changes: ['User.email is gone'],
    sessions: ['sess_c'],
    user: 'Ada',
    session_id: 'sess_a',
  });
  assert.match(texts['sess_c'] ?? '', 'User.email is gone');
  const wait: DraftEvent = {
    type: 'wait_ended',
    wait_id: 'wait_1',
    session_id: 'sess_a',
    user: 'Ada',
    file: 'src/a.ts',
    symbols: ['src/a.ts#pay'],
    wish: 'grant',
    status: 'granted',
  };
  assert.match(notified(wait)['sess_a'] ?? '', 'src/a.ts#pay is yours now');
});

test.run();
