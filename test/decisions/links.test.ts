/** What a decision is linked to when its text names no symbol, and who makes it stale. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import type { PublishedSymbol } from '../../shared/symbols/contract.ts';

const path = 'src/store.ts';

/** Twenty functions and two that keep sessions. */
function storeOf(changed: Record<string, Partial<PublishedSymbol>> = {}, left: string[] = []) {
  const names = Array.from({ length: 20 }, (_, at) => `step${at}`);
  const all = [...names, 'expireSession', 'refresh'].filter((name) => !left.includes(name));
  const docs: Record<string, string> = { refresh: 'Renews the token of a session.' };
  return fileOf(
    path,
    all.map((name, at) =>
      symbolOf(name, {
        start_line: at + 1,
        end_line: at + 1,
        exported: name !== 'step19',
        ...(docs[name] !== undefined && { doc: docs[name] }),
        ...changed[name],
      }),
    ),
  );
}

async function decide(world: World, input: Input): Promise<Output<'decide'>> {
  const { id } = world.workspace;
  return world.as('ada').ok('decide', { id, files: [path], ...input });
}

function get(world: World, decision_id: string): Promise<Output<'getDecision'>> {
  return world.as('bob').ok('getDecision', { id: world.workspace.id, decision_id });
}

/** A session of this person that has written these symbols of the file. */
async function sessionOf(world: World, name: string, symbols: readonly string[]): Promise<string> {
  const symbol_ids = symbols.map((symbol) => `${path}#${symbol}`);
  const event = 'postToolUse';
  const answer = await world.as(name).hook({ event, file_path: path, symbol_ids });
  return answer.session_id ?? '';
}

const staleOf = (answer: Output<'publishSymbols'>) =>
  answer.stale_decisions.map(({ symbol }) => symbol);

scenario(
  'DEC-7',
  'what the deciding session has just written is what it decides about',
  async (world) => {
    await publish(world, 'ada', [storeOf()]);
    const session_id = await sessionOf(world, 'ada', ['step3', 'step4']);
    const made = await decide(world, { title: 'Nothing waits for the disk', session_id });
    assert.equal(made.symbols, [`${path}#step3`, `${path}#step4`]);
    const named = await decide(world, { title: 'step9 waits for the disk', session_id });
    assert.equal(named.symbols, [`${path}#step9`], 'DEC-3: a name says more');
    world.clock.advance(minutes(61));
    const later = await decide(world, { title: 'Nothing waits for the net' });
    assert.equal(later.symbols, [`${path}#`]);
  },
);

scenario(
  'DEC-20',
  'one that replaces another without files takes over its files and what it is linked to',
  async (world) => {
    await publish(world, 'ada', [storeOf()]);
    const first = await decide(world, { title: 'step3 waits for the disk, and step4 too' });
    assert.is(first.files_taken_from, undefined);
    await publish(world, 'ada', [storeOf({}, ['step4'])]);
    const again = { title: 'Nothing waits', files: undefined, supersedes: first.id };
    const second = await decide(world, again);
    assert.equal(second.symbols, [`${path}#step3`]);
    assert.is(second.files_taken_from, first.id);
    assert.equal((await get(world, second.id)).files, [path]);
    const changed = await publish(world, 'bob', [storeOf({ step3: { meaning_hash: 'm9' } })]);
    assert.equal(staleOf(changed), [`${path}#step3`]);
    const third = await decide(world, { ...again, title: 'step9 waits', supersedes: second.id });
    assert.equal(third.symbols, [`${path}#step9`], 'what the text names says more');
    const none = { title: 'None', files: [], supersedes: third.id };
    const fourth = await decide(world, none);
    assert.equal([fourth.files, fourth.symbols, fourth.files_taken_from], [[], [], undefined]);
  },
);

scenario(
  'DEC-8',
  'words that a symbol shares link to it, and those of many names do not',
  async (world) => {
    await publish(world, 'ada', [storeOf()]);
    const made = await decide(world, { title: 'Sessions expire after an hour' });
    assert.equal(made.symbols, [`${path}#expireSession`]);
    const doc = await decide(world, {
      title: 'Refreshing keeps it',
      rationale: 'the token of a session',
    });
    assert.equal(doc.symbols, [`${path}#refresh`]);
    const many = await decide(world, { title: 'Every step is small' });
    assert.equal(many.symbols, [`${path}#`]);
  },
);

const application = (more: Partial<PublishedSymbol> = {}) =>
  fileOf('lib/application.js', [
    symbolOf('Application', { kind: 'class', members: ['use', 'listen', 'keys'], ...more }),
    symbolOf('respond', { start_line: 90, end_line: 95 }),
  ]);

scenario('DEC-3', 'a member that is named as code is linked to its class', async (world) => {
  await publish(world, 'ada', [application()]);
  const files = ['lib/application.js'];
  for (const rationale of [
    'module.exports.use throws it.',
    'See `use`.',
    'Errors of use() are TypeErrors',
    'app.use(fn) throws',
    'It is lib/application.js#module.exports.use',
    'Application.use',
  ]) {
    const made = await decide(world, { title: `One ${rationale}`, rationale, files });
    assert.equal(made.symbols, ['lib/application.js#Application'], rationale);
  }
  for (const rationale of ['We use keys', 'See other.js#use', 'respond.use', 'lib/use.js']) {
    const { symbols } = await decide(world, { title: `Two`, rationale, files });
    assert.not.ok(symbols.includes('lib/application.js#Application'), rationale);
  }
  const answer = await publish(world, 'bob', [application({ meaning_hash: 'm2' })]);
  assert.is(answer.stale_decisions.length, 6);
});

scenario('DEC-3', 'a class that appears later is linked by its member', async (world) => {
  await publish(world, 'ada', [fileOf('lib/application.js', ['respond'])]);
  const input = { title: 'Errors', rationale: '`use` throws', files: ['lib/application.js'] };
  const { id, symbols } = await decide(world, input);
  assert.equal(symbols, ['lib/application.js#']);
  await publish(world, 'bob', [application()]);
  assert.equal((await get(world, id)).symbols, ['lib/application.js#Application']);
});

scenario('DEC-9', 'a file without any symbol is linked as a whole, also later', async (world) => {
  const input = { title: 'The context stays small', files: ['lib/context.js'] };
  const early = await decide(world, input);
  assert.equal(early.symbols, []);
  await publish(world, 'ada', [fileOf('lib/context.js', [])]);
  assert.equal((await get(world, early.id)).symbols, ['lib/context.js#']);
  const made = await decide(world, { ...input, title: 'Again' });
  assert.equal(made.symbols, ['lib/context.js#']);
  const answer = await publish(world, 'bob', [fileOf('lib/context.js', ['added'])]);
  assert.equal(answer.stale_decisions, [], 'what is added breaks nobody');
});

scenario(
  'DEC-9',
  'a file as a whole turns stale by its exported signatures alone',
  async (world) => {
    await publish(world, 'ada', [storeOf()]);
    const { id } = await decide(world, { title: 'Less is more' });
    const quiet = [
      storeOf({ step1: { meaning_hash: 'm2' } }),
      storeOf({ step19: { signature: 'other', meaning_hash: 'm2', exported: false } }),
      storeOf({}, ['step19']),
      fileOf(path, [...storeOf({}, ['step19']).symbols, 'added']),
    ];
    for (const file of quiet) assert.equal(staleOf(await publish(world, 'bob', [file])), []);
    const file = storeOf({ step1: { signature: 'other', meaning_hash: 'm3' } }, ['step19']);
    assert.equal(staleOf(await publish(world, 'bob', [file])), [`${path}#`]);
    const { stale_symbol, symbols } = await get(world, id);
    assert.equal([stale_symbol, symbols], [`${path}#`, [`${path}#`]]);
    const { id: workspace } = world.workspace;
    await world.as('bob').ok('reaffirmDecision', { id: workspace, decision_id: id });
    assert.equal(staleOf(await publish(world, 'bob', [fileOf(path, [])])), [`${path}#`]);
    const { decisions } = await world.as('bob').ok('listStaleDecisions', { id: workspace });
    assert.is(decisions[0]?.id, id);
  },
);

scenario(
  'DEC-10',
  'the session that decides carries it out, and its decision stays fresh',
  async (world) => {
    await publish(world, 'ada', [storeOf()]);
    const session_id = await sessionOf(world, 'ada', ['step3']);
    const { id } = await decide(world, { title: 'step3 waits for nothing', session_id });
    const write = (name: string, meaning: string, session?: string) =>
      publish(
        world,
        name,
        [storeOf({ step3: { meaning_hash: meaning } })],
        session === undefined ? {} : { session_id: session },
      );
    const answer = await write('ada', 'm2', session_id);
    assert.equal(staleOf(answer), []);
    const followed = await get(world, id);
    assert.equal([followed.state, followed.graph_version], ['fresh', answer.graph_version]);
    const other = await sessionOf(world, 'bob', ['step5']);
    assert.equal(staleOf(await write('bob', 'm3', other)), [`${path}#step3`]);
    const { id: workspace } = world.workspace;
    const again = { id: workspace, decision_id: id, session_id: other };
    await world.as('bob').ok('reaffirmDecision', again);
    assert.equal(staleOf(await write('bob', 'm4', other)), [], 'who reaffirms carries it out too');
    world.clock.advance(minutes(61));
    assert.equal(staleOf(await write('bob', 'm5', other)), [`${path}#step3`]);
  },
);

scenario(
  'DEC-10',
  'one’s own removal leaves the decision with the rest of its file',
  async (world) => {
    await publish(world, 'ada', [storeOf()]);
    const session_id = await sessionOf(world, 'ada', ['other']);
    const { id } = await decide(world, { title: 'step3 must go', session_id });
    assert.equal((await get(world, id)).symbols, [`${path}#step3`]);
    const gone = await publish(world, 'ada', [storeOf({}, ['step3'])], { session_id });
    assert.equal(staleOf(gone), []);
    const { state, symbols } = await get(world, id);
    assert.equal([state, symbols], ['fresh', [`${path}#`]]);
  },
);

test.run();
