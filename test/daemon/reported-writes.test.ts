/** Writes that are reported without their edits, names that were asked for, and what agents are told beside denials. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { committed, EditingAgents, message } from './editing-agents.ts';
import { git, Sandbox, TestDaemon, TestRelay, write } from './support.ts';

const test = suite('reported writes');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const tree = join(sandbox.folder('trees'), 'second');
const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
const opened: TestDaemon[] = [];
let daemon: TestDaemon;
let agents: EditingAgents;
let beside: EditingAgents;

const source = [
  "import { one } from './one';",
  '',
  '// The shop.',
  'export class Shop {',
  '  open() {',
  '    return one;',
  '  }',
  '',
  '  close() {',
  '    return 2;',
  '  }',
  '}',
  '',
  'export function third() { return 3; }',
  'export function fourth() { return 4; }',
  'export function fifth() { return 5; }',
  'export function sixth() { return 6; }',
  '',
].join('\n');

test.before(async () => {
  git(root, 'worktree', 'add', '-q', '-b', 'second', tree);
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  beside = agents.in(tree);
  await daemon.indexed();
});

test.after(async () => {
  for (const one of [daemon, ...opened]) await one.daemon.close();
  await relay.stop();
  sandbox.remove();
});

test('RSV-13: lines without a meaning that were asked for stop nobody from editing code', async () => {
  const path = inBothTrees();
  const session_id = await agents.session('waiting');
  const wait = { session_id, symbol_ids: [`${path}#~`] };
  assert.is((await agents.operation('POST', '/waits', wait))['status'], 'granted');
  await agents.untilHolds('waiting', `${path}#~`);
  const comment = await agents.ask('editing', path, ['// The shop.', '// A shop.']);
  assert.is(comment['permission'], 'deny');
  await agents.edit('editing', path, ['return 2;', 'return 20;']);
});

test('RSV-1 RSV-6: a report without edits about a file that is as committed holds the file for the first who reports', async () => {
  const path = inBothTrees();
  const report = async (who: string) => {
    await agents.hook('preToolUse', who, { file_path: path });
    return agents.hook('postToolUse', who, { file_path: path });
  };
  const first = await report('first');
  assert.equal([first['reserved'], first['conflicts']], [[path], []]);
  for (const who of ['second', 'third']) {
    assert.equal((await report(who))['reserved'], []);
    const denied = await agents.ask(who, path, ['return 2;', 'return 20;']);
    assert.match(message(denied), `The file ${path} is held by`);
  }
  const again = await report('first');
  assert.equal(again['reserved'], [path]);
  assert.ok(String(again['expires_at']) > String(first['expires_at']));
});

test('RSV-2: the same content written again by the holder extends what it holds, and takes no more', async () => {
  const path = inBothTrees();
  const first = await agents.edit('writer', path, ['return 2;', 'return 20;']);
  await agents.hook('preToolUse', 'writer', { file_path: path });
  const again = await agents.hook('postToolUse', 'writer', { file_path: path });
  assert.equal(again['reserved'], [`${path}#Shop.close`]);
  assert.ok(String(again['expires_at']) > String(first['expires_at']));
});

for (const isAsked of [true, false]) {
  const asked = isAsked ? 'asked about' : 'not asked about';
  const reporting = (who: string, path: string, tool_input: object) => {
    const call = { file_path: path, tool_name: 'Edit', tool_input };
    const before = isAsked ? agents.hook('preToolUse', who, call) : Promise.resolve();
    return before.then(() => agents.hook('postToolUse', who, call));
  };

  test(`RSV-1: an edit that is not on disk yet holds what it will change, ${asked}`, async () => {
    const path = inBothTrees();
    const writer = `awaited-${isAsked}`;
    await agents.edit(`beside-${isAsked}`, path, ['return 6;', 'return 60;']);
    // The new text stands elsewhere already.
    const edit = { old_string: 'return 2;', new_string: 'return 3;' };
    const { reserved, conflicts } = await reporting(writer, path, edit);
    assert.equal([reserved, conflicts], [[`${path}#Shop.close`], []]);
    const denied = await agents.ask('awaiting', path, ['return 2;', 'return 20;']);
    assert.match(message(denied), `${path}#Shop.close is held by`);
    assert.ok(await agents.may('awaiting', path, ['return 5;', 'return 50;']));
  });

  test(`RSV-1: a whole text that is not on disk yet holds what it will change, ${asked}`, async () => {
    const path = inBothTrees();
    const content = source.replace('return 4;', 'return 40;');
    const { reserved } = await reporting(`all-awaited-${isAsked}`, path, { content });
    assert.equal(reserved, [`${path}#fourth`]);
  });

  test(`RSV-1: a write that changes nothing, or does not fit the file, holds it, ${asked}`, async () => {
    const unfit = { old_string: 'return 70;', new_string: 'return 7;' };
    for (const input of [{ content: source }, unfit]) {
      const path = inBothTrees();
      const { reserved } = await reporting(`unchanged-${isAsked}`, path, input);
      assert.equal(reserved, [path]);
    }
    const missing = await reporting(`missing-${isAsked}`, `src/missing-${isAsked}.ts`, unfit);
    assert.equal(missing['reserved'], [`src/missing-${isAsked}.ts`]);
  });
}

test('RSV-1, RSV-6: two whole texts of a file that is not on disk yet are both held, and the second writer is late', async () => {
  const path = 'awaited/by-two.md';
  const reporting = (who: string) =>
    agents.hook('postToolUse', who, {
      file_path: path,
      tool_name: 'Write',
      tool_input: { content: 'x' },
    });
  assert.equal((await reporting('awaited-first'))['reserved'], [path]);
  const late = await reporting('awaited-second');
  assert.equal(late['reserved'], []);
  assert.match(message(late), 'you wrote what another session had reserved first');
});

test('RSV-9: what a denial says to be free is neither what was refused nor has lines that touch', async () => {
  const path = inBothTrees();
  await beside.edit('holder', path, ['return 4;', 'return 40;']);
  await daemon.untilHeld(`${path}#fourth`);
  // The index may see the new file later than the hook.
  const free = await eventually('what is free', async () => {
    const denied = await agents.ask('neighbour', path, ['return 5;', 'return 50;']);
    return /\(free here: ([^)]*)\)/.exec(message(denied))?.[1];
  });
  assert.equal(free.split(', '), [`${path}#Shop`]);
});

test('RSV-21: the team is told of a denial by lines in a place that the denied session holds as well', async () => {
  const path = committed(root, `${source.replace('\n', '\n\n\n\n')}import './last';\n`);
  git(tree, 'reset', '-q', '--hard', 'main');
  await agents.edit('was first', path, ["'./one'", "'./first'"]);
  await daemon.untilHeld(`${path}#import`);
  await beside.edit('was second', path, ["'./last'", "'./end'"]);
  await agents.untilHolds('was second', `${path}#import`);
  const denied = await agents.ask('was first', path, ["'./last'", "'./other'"]);
  assert.match(message(denied), `${path}#import is held by`);
  const events = `/workspaces/${daemon.workspaceId}/events?type=conflict_detected&about=${path}`;
  const told = await eventually('the event', async () => {
    const { body } = await daemon.send('GET', events);
    return (body['events'] as Record<string, unknown>[])[0];
  });
  assert.equal([told['kind'], told['symbol_id']], ['write_denied', `${path}#import`]);
});

test('RSV-14 RSV-18: names that both sides add to one import are allowed, and both sides are told', async () => {
  const path = inBothTrees();
  await agents.edit('adds two', path, ['{ one }', '{ one, two }']);
  await daemon.until('the import', ({ reservations }) =>
    reservations.some(({ file_path }) => file_path === path),
  );
  await beside.edit('adds three', path, ['{ one }', '{ one, three }']);
  for (const who of ['adds two', 'adds three'])
    await eventually(`the notice for ${who}`, async () =>
      (await agents.notices(who)).some((one) => one.includes('adds imports too'))
        ? true
        : undefined,
    );
});

test('RSV-18: two are told of each other once for a file, in one line, also when they come near in two ways', async () => {
  const path = inBothTrees();
  await agents.edit('opens', path, ['return one;', 'return one + 1;']);
  await beside.edit('closes', path, ['return 2;', 'return 20;']);
  await agents.edit('opens', path, ['{ one }', '{ one, two }']);
  await beside.edit('closes', path, ['{ one }', '{ one, three }']);
  await beside.edit('closes', path, ['return 20;', 'return 21;']);
  for (const who of ['opens', 'closes']) {
    await eventually(`the notice for ${who}`, async () =>
      (await agents.notices(who)).length > 0 ? true : undefined,
    );
    const told = await agents.notices(who);
    assert.is(told.length, 1, told.join(' | '));
    assert.not.match(String(told[0]), '\n');
  }
});

test('RSV-18: two symbols that merely stand in one file are nothing to tell', async () => {
  const path = inBothTrees();
  await agents.edit('far', path, ['return one;', 'return one + 1;']);
  await beside.edit('away', path, ['return 6;', 'return 60;']);
  await daemon.untilHeld(`${path}#sixth`);
  assert.equal([await agents.notices('far'), await agents.notices('away')], [[], []]);
});

test('RSV-16: an id where the name of a symbol belongs is refused', async () => {
  const part = { symbol_id: 'src/a.ts#b', within: 'src/a.ts#b', lines: [] };
  const body = {
    event: 'postToolUse',
    workspace_slug: daemon.slug,
    conversation_id: 'wrong',
    file_path: 'src/a.ts',
    changes: { base: '', parts: [part] },
  };
  const refused = await daemon.send('POST', '/workspaces/sessions/hook', body);
  assert.is(refused.status, 400, refused.text);
  assert.match(refused.text, 'within');
});

test('RSV-18: after a daemon was killed, nobody is told of sessions that have ended since', async () => {
  await relay.start();
  const { key } = await relay.join('Ana');
  const [clone, home, kept] = ['clone', 'home-clone', 'kept'].map((name) => sandbox.folder(name));
  assert.ok(clone !== undefined && home !== undefined && kept !== undefined);
  cpSync(sandbox.repository('origin'), clone, { recursive: true });
  write(clone, 'src/shop.ts', source);
  const choice = { kind: 'remote' as const, url: relay.url, key };
  const first = await TestDaemon.start(clone, home, choice);
  await first.indexed();
  await new EditingAgents(first).edit('stays', 'src/shop.ts', ['return 2;', 'return 20;']);
  await first.untilHeld('src/shop.ts#Shop.close');
  await first.daemon.close();
  cpSync(home, kept, { recursive: true });
  const before = await TestDaemon.start(clone, home, choice);
  opened.push(before);
  const own = new EditingAgents(before);
  await own.edit('leaves', 'src/shop.ts', ['return one;', 'return one + 1;']);
  await own.notices('stays');
  await own.hook('sessionEnd', 'leaves');
  await before.untilHeld('src/shop.ts#Shop.open', false);
  await before.daemon.close();
  opened.pop();
  // What is on disk when it is killed before it writes again.
  rmSync(home, { recursive: true });
  cpSync(kept, home, { recursive: true });
  const after = await TestDaemon.start(clone, home, choice);
  opened.push(after);
  await after.until('the log', ({ relay: { state } }) => state === 'live');
  // An event behind all that happened while no daemon ran here.
  await new EditingAgents(after).hook('sessionStart', 'arrives');
  await after.until('the newest event', ({ sessions }) =>
    sessions.some(({ conversation_id }) => conversation_id === 'arrives'),
  );
  assert.equal(await new EditingAgents(after).notices('stays'), []);
});

/** A file that both work trees have. */
function inBothTrees(): string {
  const path = committed(root, source);
  git(tree, 'reset', '-q', '--hard', 'main');
  return path;
}

test.run();
