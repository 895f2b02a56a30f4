import * as assert from 'uvu/assert';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { World } from '../support/harness.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

export const file = 'src/a.ts';
export const both = [`${file}#login`, `${file}#logout`];
const signing = { file, symbols: ['login', 'logout'] };

/** Proposes what the traces say, word for word. */
export const model: LanguageModel = {
  name: 'scripted',
  complete: (_instructions, text) => {
    const title = /propose: ([^\n"]+)/.exec(text)?.[1];
    const found = title === undefined ? [] : [{ title, rationale: 'Faster', type: 'approach' }];
    return Promise.resolve(JSON.stringify(found));
  },
};

/** Bob asks for what Ada holds, and they come to no end. */
export async function escalate(
  world: World,
  rationale = 'the fix needs both',
  { file, symbols } = signing,
): Promise<{ id: string; negotiation_id: string }> {
  const { id } = world.workspace;
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  const adas = await ada.agent().start('sign-in');
  await ada.agent().edit(file, symbols);
  const bobs = await bob.agent().start('rename the user');
  const symbol_ids = symbols.map((name) => `${file}#${name}`);
  const asked = { file, symbol_ids, rationale, max_turns: 2 };
  const made = await bob.ok('openNegotiation', { id, initiator_session: bobs, ...asked });
  const counter = { id, negotiation_id: made.id, action: 'counter', note: 'not now' };
  await ada.ok('respondNegotiation', { ...counter, from_session: adas });
  await bob.ok('respondNegotiation', { ...counter, from_session: bobs });
  return { id, negotiation_id: made.id };
}

/** A decision of Bob's about `login`, whose signature changes then. */
export async function goStale(world: World, title = 'Names are checked'): Promise<string> {
  const { id } = world.workspace;
  const signed = (signature: string) =>
    publish(world, 'ada', [
      fileOf(file, [symbolOf('login', { signature, meaning_hash: signature }), 'logout']),
    ]);
  await signed('function login(name: string): void');
  const decision = { id, title, rationale: 'login checks the name', files: [file] };
  const { id: decision_id } = await world.as('bob').ok('decide', decision);
  await signed('function login(user: User): void');
  return decision_id;
}

/** A run of Ada's that does not pass the gate. */
export async function failTheGate(world: World, message = 'expected 1, got 2'): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  await ada.ok('startWorkstream', { id, title: 'Pay', slug: 'pay' });
  await confirm(world, 'failed', message);
}

export async function confirm(
  world: World,
  status: 'passed' | 'failed',
  error_message = '',
): Promise<void> {
  const test = { test_file: 'test/pay.test.ts', test_name: 'pays', status };
  await world.as('ada').ok('confirmReady', {
    id: world.workspace.id,
    workstream_slug: 'pay',
    commit_sha: 'a'.repeat(40),
    touched_files: 'src/own.ts',
    test_results: [{ ...test, ...(error_message !== '' && { error_message }) }],
  });
}

/** A run of Ada's in which nothing fails, and a test file that the commit touches is left out. */
export async function leaveOutTests(world: World): Promise<void> {
  const touched_files = 'test/own.test.ts';
  await publish(world, 'ada', [fileOf(touched_files, ['checks'])]);
  const made = await world.as('ada').ok('confirmReady', {
    id: world.workspace.id,
    workstream_slug: 'pay',
    commit_sha: 'b'.repeat(40),
    touched_files,
    test_results: [{ test_file: 'test/pay.test.ts', test_name: 'pays', status: 'passed' }],
  });
  assert.is(made.phase, 'incomplete');
}

const held = { branch: 'coord/search', machine: 'laptop' };

/** A branch of Bob's cannot follow on his machine. */
export async function holdBack(world: World): Promise<void> {
  await world
    .as('bob')
    .ok('startWorkstream', { id: world.workspace.id, title: 'Search', slug: 'search' });
  const reason = 'uncommitted changes in b.ts. Commit or stash them, then: git pull --ff-only';
  const report = { id: world.workspace.id, ...held, outcome: 'held', reason };
  await world.as('bob').ok('reportBranch', report);
}

export async function moveOn(world: World): Promise<void> {
  await world.as('bob').ok('reportBranch', { id: world.workspace.id, ...held, outcome: 'moved' });
}

/** A rule of Bob's waits to be accepted; answers its id. */
export async function propose(world: World, title = 'Generated code'): Promise<string> {
  const rule = { title, tier: 'must', affected_files: ['gen/**'] };
  const made = await world.as('bob').ok('proposeConvention', { id: world.workspace.id, ...rule });
  return made.id;
}

/** A meeting with a decision and an action item. */
export async function meet(world: World, title = 'Standup'): Promise<string> {
  const transcript =
    'Ann: We decided to use JWT in src/jwt.ts.\nBob: I will write the docs by Friday.';
  const meeting = { workspace_id: world.workspace.id, title, transcript };
  return (await world.as('bob').ok('ingestMeeting', meeting)).id;
}

/** A model proposes a decision out of traces of Bob's. */
export async function proposeDecision(world: World, title = 'Hashes are cached'): Promise<void> {
  const feed = await world.as('cleo').feed();
  const at = '2026-01-05T09:00:00.000Z';
  const traces = [{ at, kind: 'edit', text: `propose: ${title}` }];
  await world.as('bob').ok('pushTraces', { workspace_id: world.workspace.id, traces });
  await feed.next('decision_proposed');
  feed.close();
}

/** One of each kind, and two of the meeting. */
export async function oneOfEach(world: World): Promise<void> {
  await escalate(world);
  await goStale(world);
  await failTheGate(world);
  await holdBack(world);
  await propose(world);
  await proposeDecision(world);
  await meet(world);
}
