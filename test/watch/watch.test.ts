/** `coord watch` from end to end: a relay, a bare remote, two clones of it. */
import { appendFile, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run, type Sandbox, type Running } from '../cli/support.ts';
import { eventually } from '../support/waiting.ts';
import { Team, type Line } from './team.ts';

const test = suite('coord watch');

async function next(watch: Running): Promise<Line> {
  return JSON.parse(await watch.line()) as Line;
}

test('GAT-5 WAT-4 a recorded commit arrives in the other clone, with its files, while both go on', async () => {
  const team = await Team.gather();
  await writeFile(join(team.bob, 'notes.txt'), 'mine\n');
  const watch = team.watch();
  await eventually('the watch follows', async () =>
    (await stateFiles(team.sandbox)).length > 0 ? true : undefined,
  );
  // The event comes before the push, as it does when a daemon records.
  const second = await team.commit('a.txt', 'two\n');
  await team.record(second);
  await team.push();
  const moved = await next(watch);
  assert.is(moved.outcome, 'moved');
  assert.is(moved.commit, second);
  assert.is(await team.at(team.bob), second);
  assert.is(await readFile(join(team.bob, 'a.txt'), 'utf8'), 'two\n');
  assert.is(await readFile(join(team.bob, 'notes.txt'), 'utf8'), 'mine\n');
  assert.is(await team.git(team.bob, 'status', '--porcelain'), '?? notes.txt');

  await appendFile(join(team.bob, 'a.txt'), 'not committed\n');
  const third = await team.commit('a.txt', 'three\n');
  await team.push();
  const receipt = await team.record(third);
  const refused = await next(watch);
  assert.is(refused.reason, 'uncommitted_changes');
  assert.match(refused.message, 'a.txt');
  assert.is(await team.at(team.bob), second);
  assert.is(await readFile(join(team.bob, 'a.txt'), 'utf8'), 'two\nnot committed\n');

  const { id } = team.world.workspace;
  await team.world.as('ada').ok('retractReceipt', { id, receipt_id: receipt, reason: 'it leaks' });
  const retracted = await next(watch);
  assert.is(retracted.outcome, 'retracted');
  assert.match(retracted.message, 'it leaks');
  watch.stop();
  assert.is((await watch.finished).code, 0);
  await team.leave();
});

test('WAT-12 a retraction offers the command that undoes it, and does nothing', async () => {
  const team = await Team.gather();
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  const receipt = await team.record(second);
  assert.equal(
    (await team.once()).lines.map(({ outcome }) => outcome),
    ['moved'],
  );
  const { id } = team.world.workspace;
  await team.world.as('ada').ok('retractReceipt', { id, receipt_id: receipt });
  const { code, lines } = await team.once();
  assert.is(code, 0);
  assert.is(lines[0]?.outcome, 'retracted');
  assert.match(lines[0]?.message ?? '', `git revert --no-edit ${second}`);
  assert.is(await team.at(team.bob), second);
  assert.equal((await team.once()).lines, [], 'it is reported once');
  await team.leave();
});

test('WAT-3 it catches up after an absence; --dry-run only says so; what is up to date is said to who asks', async () => {
  const team = await Team.gather();
  await team.git(team.bob, 'checkout', '-q', '-b', 'own');
  const first = await team.at(team.bob);
  await team.record(await team.commit('a.txt', 'two\n'));
  const last = await team.commit('b.txt', 'three\n');
  await team.push();
  await team.record(last);
  const dry = await team.once('--dry-run');
  assert.equal(
    dry.lines.map(({ outcome, commit }) => [outcome, commit]),
    [['would_move', last]],
  );
  assert.is(await team.at(team.bob), first);
  assert.equal(
    (await team.once()).lines.map(({ outcome }) => outcome),
    ['moved'],
  );
  assert.is(await team.at(team.bob), last);
  assert.is(await team.git(team.bob, 'rev-parse', 'HEAD'), first);
  const again = await team.once();
  assert.is(again.code, 0);
  assert.equal(
    again.lines.map(({ outcome }) => outcome),
    ['up_to_date'],
  );
  await team.leave();
});

test('WAT-9 --once exits with 1 when a branch could not follow', async () => {
  const team = await Team.gather();
  await writeFile(join(team.bob, 'own.txt'), 'own\n');
  await team.git(team.bob, 'add', 'own.txt');
  await team.git(team.bob, 'commit', '-q', '-m', 'own');
  const own = await team.at(team.bob);
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  await team.record(second);
  const { code, lines } = await team.once();
  assert.is(code, 1);
  assert.equal(
    lines.map(({ reason }) => reason),
    ['diverged'],
  );
  assert.is(await team.at(team.bob), own);
  await team.leave();
});

test('WAT-2 a branch that is not here is named, with how to get it, and is no failure', async () => {
  const team = await Team.gather();
  await team.git(team.bob, 'checkout', '-q', '--detach');
  await team.git(team.bob, 'branch', '-q', '-D', team.branch);
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  await team.record(second);
  const { code, lines } = await team.once();
  assert.is(code, 0);
  assert.equal(
    lines.map(({ reason }) => reason),
    ['not_here'],
  );
  assert.match(lines[0]?.advice ?? '', 'coord workstream join two-factors');
  await team.leave();
});

test('its state is private', async () => {
  const team = await Team.gather();
  await team.once();
  const [file = ''] = await stateFiles(team.sandbox);
  assert.is((await stat(file)).mode & 0o777, 0o600);
  assert.is((await stat(join(team.sandbox.home, 'watch'))).mode & 0o777, 0o700);
  await team.leave();
});

test('outside a repository it says so', async () => {
  const team = await Team.gather();
  await mkdir(join(team.sandbox.folder, 'nothing'));
  const to = ['--relay', team.world.relay.url, '--key', team.world.as('bob').account.key];
  const { code, err } = await run(
    ['watch', '--once', ...to, '--workspace', team.world.workspace.slug],
    team.sandbox,
    {
      directory: join(team.sandbox.folder, 'nothing'),
    },
  );
  assert.is(code, 1);
  assert.match(err, 'is not inside a Git repository');
  await team.leave();
});

async function stateFiles(sandbox: Sandbox): Promise<string[]> {
  const folder = join(sandbox.home, 'watch');
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

test.run();
