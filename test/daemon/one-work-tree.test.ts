/** Agents that share a work tree: what one of them still holds is denied, and what it let go is free, line by line. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultDurations } from '../../shared/sessions/rules.ts';
import { eventually } from '../support/waiting.ts';
import { committed, EditingAgents, message, type Change } from './editing-agents.ts';
import { git, Sandbox, TestDaemon, write } from './support.ts';

const test = suite('one work tree');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const shortRoot = sandbox.repository('short');
const reservationTtlMs = 4_000;
/** Longer than a daemon waits for the end of a rebase. */
const settledMs = 2_500;
let daemon: TestDaemon;
let agents: EditingAgents;
let shortDaemon: TestDaemon;

/** Two methods, and the same ones on lines that adjoin. */
const sessions: Readonly<Record<string, string>> = {
  'with lines between':
    'class Session {\n  open() {\n    return 1;\n  }\n\n  close() {\n    return 2;\n  }\n}\n',
  'on adjoining lines': 'class Session {\n  open() { return 1; }\n  close() { return 2; }\n}\n',
};

function removal(path: string): string {
  return `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch`;
}

const letters = ['a', 'b', 'c', 'd', 'e'];
const functions = letters
  .map((name) => `export function ${name}() { return '${name}'; }\n`)
  .join('');

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  const durations = { ...defaultDurations, reservationTtlMs };
  shortDaemon = await TestDaemon.start(shortRoot, sandbox.folder('short-home'), undefined, {
    durations,
  });
  await Promise.all([daemon.indexed(), shortDaemon.indexed()]);
});

test.after(async () => {
  await Promise.all([daemon.daemon.close(), shortDaemon.daemon.close()]);
  sandbox.remove();
});

test('RSV-6 RSV-17: lines of another that are only indented stay the other’s, and both are told', async () => {
  const path = committed(root, sessions['with lines between'] ?? '');
  await agents.edit('ivo', path, ['return 1;', 'return 10;']);
  const indent: Change = ['    return 10;', '      return 10;'];
  write(root, path, readFileSync(join(root, path), 'utf8').replace(...indent));
  const { conflicts } = await agents.hook('postToolUse', 'jan', agents.call(path, indent));
  assert.is((conflicts as unknown[]).length, 1);
  assert.is(await agents.may('ivo', path, ['return 10;', 'return 11;']), true);
  assert.is(await agents.may('jan', path, ['return 10;', 'return 12;']), false);
  assert.match((await agents.notices('ivo')).join(), 'wrote');
  await agents.edit('jan', path, ['return 2;', 'return 20;']);
});

test('RSV-9 RSV-17: who has put its lines back, or has removed the file, is told as that', async () => {
  const path = committed(root, sessions['with lines between'] ?? '');
  await agents.edit('kim', path, ['return 1;', 'return 10;']);
  await agents.edit('kim', path, ['return 10;', 'return 1;']);
  const back = message(await agents.ask('lou', path, ['return 1;', 'return 3;']));
  assert.match(back, 'which Ana has changed and put back as it was.');
  const gone = committed(root, functions);
  const patch = { tool_name: 'apply_patch', tool_input: { command: removal(gone) } };
  await agents.hook('preToolUse', 'kim', { ...patch, file_path: gone });
  rmSync(join(root, gone));
  await agents.hook('postToolUse', 'kim', { ...patch, file_path: gone });
  const file = { tool_name: 'Write', file_path: gone, tool_input: { content: 'export {};\n' } };
  const denied = message(await agents.hook('preToolUse', 'lou', file));
  assert.match(denied, `The file ${gone} is held by Ana`);
  assert.match(denied, 'Ana has removed the file.');
});

test('PTH-2 RSV-9: who is denied a file by another name is told which one is held, and of no removal', async () => {
  const [held, name] = ['src/CaseFile.ts', 'src/casefile.ts'];
  write(root, held, functions);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', held);
  await agents.edit('pam', held, [functions, functions.replaceAll('return', 'throw')]);
  const file = { tool_name: 'Write', file_path: name, tool_input: { content: 'export {};\n' } };
  const denied = message(await agents.hook('preToolUse', 'rob', file));
  assert.match(denied, `The file ${held} is held by Ana`);
  assert.match(denied, `${name} counts as the same file`);
  assert.not.match(denied, 'removed');
});

test('RSV-6: whose lines are gone since another commit was checked out is told so', async () => {
  const path = committed(root, functions);
  git(root, 'commit', '-q', '--allow-empty', '-m', 'the next one');
  const change: Change = ["return 'a';", "return 'aa';"];
  await agents.edit('mia', path, change);
  const reset = { tool_name: 'Bash', tool_use_id: path, tool_input: { command: 'git reset' } };
  const run = async (who: string) => {
    await daemon.claude('PreToolUse', who, reset);
    git(root, 'reset', '-q', '--hard', 'HEAD~1');
    await daemon.claude('PostToolUse', who, reset);
  };
  await run('ned');
  const lost = `what you wrote in ${path} is gone from your work tree`;
  await eventually('the message', async () =>
    (await agents.notices('mia')).join().includes(lost) ? true : undefined,
  );
  assert.not.match((await agents.notices('ned')).join(), lost);
  const own = committed(root, functions);
  git(root, 'commit', '-q', '--allow-empty', '-m', 'one more');
  await agents.edit('ole', own, change);
  await run('ole');
  await delay(settledMs);
  assert.not.match((await agents.notices('ole')).join(), 'is gone from your work tree');
});

test('RSV-6: whose lines are there again before they hear of it is told nothing', async () => {
  const path = committed(root, functions);
  await agents.edit('pia', path, ["return 'a';", "return 'aa';"]);
  const text = readFileSync(join(root, path), 'utf8');
  git(root, 'checkout', '-q', '--', path);
  await delay(settledMs);
  write(root, path, text);
  await delay(settledMs);
  assert.not.match((await agents.notices('pia')).join(), 'is gone from your work tree');
});

for (const policy of ['members', 'lines']) {
  for (const [where, source] of Object.entries(sessions)) {
    test(`NEG-2 RSV-17: the giver of a method ${where} keeps the other one, with the policy ${policy}`, async () => {
      await agents.operation('PATCH', '', { conflict_policy: policy });
      const path = committed(root, source);
      const [taker, giver] = [`taker of ${path}`, `giver of ${path}`];
      await agents.edit(giver, path, ['return 1;', 'return 10;']);
      await agents.edit(giver, path, ['return 2;', 'return 20;']);
      const close: Change = ['return 20;', 'return 21;'];
      assert.match(
        message(await agents.ask(taker, path, close)),
        `${path}#Session.close is held by`,
      );
      await yieldTo(taker, giver, `${path}#Session.close`);
      assert.is(await agents.may(giver, path, close), false, 'the giver gave it away');
      assert.is(await agents.may(taker, path, ['return 10;', 'return 11;']), false, 'it kept this');
      await agents.edit(taker, path, close);
      await agents.edit(giver, path, ['return 10;', 'return 11;']);
      assert.is(await agents.may(taker, path, ['return 11;', 'return 12;']), false);
      assert.is(await agents.may(giver, path, ['return 21;', 'return 22;']), false);
    });
  }
}

for (const [where, source] of Object.entries(sessions)) {
  test(`RSV-2 RSV-8: a method ${where} is free when its time is over, while its session holds the other`, async () => {
    const others = new EditingAgents(shortDaemon);
    const path = committed(shortRoot, source);
    const [holder, other] = [`holder of ${path}`, `other of ${path}`];
    await others.edit(holder, path, ['return 2;', 'return 20;']);
    await new Promise((resolve) => setTimeout(resolve, reservationTtlMs / 2));
    await others.edit(holder, path, ['return 1;', 'return 10;']);
    const close: Change = ['return 20;', 'return 21;'];
    assert.is(await others.may(other, path, close), false);
    await eventually('the end of one reservation', async () =>
      (await others.may(other, path, close)) ? true : undefined,
    );
    const denied = await others.ask(other, path, ['return 10;', 'return 11;']);
    assert.match(message(denied), `${path}#Session.open is held by`);
    await others.edit(other, path, close);
  });
}

for (const first of ['c', 'd']) {
  test(`RSV-9: who meets the line of #e is denied with #e, also when the holder has #${first} too`, async () => {
    const path = committed(root, functions);
    const [holder, other] = [`holder of ${path}`, `other of ${path}`];
    await agents.edit(holder, path, [`'${first}'`, "'held'"]);
    await agents.edit(holder, path, ["'e'", "'held too'"]);
    const denied = message(await agents.ask(other, path, ["'held too'", "'mine'"]));
    assert.match(denied, `${path}#e is held by`);
    assert.match(denied, `symbol_ids ["${path}#e"]`);
    assert.match(denied, `coord wait ${path}#e`);
    assert.not.match(denied, `#${first}`);
  });
}

/** The holder gives what the other asks for. */
async function yieldTo(taker: string, giver: string, id: string): Promise<void> {
  const asked = { session_id: await agents.session(taker), symbol_ids: [id], rationale: 'Mine' };
  const { id: negotiation } = await agents.operation('POST', '/negotiations', {
    ...asked,
    counterparty_session: await agents.session(giver),
  });
  await agents.operation('POST', `/negotiations/${String(negotiation)}/respond`, {
    session_id: await agents.session(giver),
    action: 'yield',
  });
  await agents.untilHolds(taker, id);
}

test.run();
