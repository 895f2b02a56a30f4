import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  chooseTarget,
  decide,
  decideWorkTree,
  isSafeBranch,
  takenBackSince,
  type Approval,
  type BranchFacts,
  type WorkTreeFacts,
} from '../../cli/watch/rules.ts';
import { shellWord, type Reason } from '../../cli/watch/refusals.ts';
import { remoteFor } from '../../cli/watch/remote.ts';
import { branchName } from '../../shared/workstreams/contract.ts';

const test = suite('watch rules');

const behind: BranchFacts = {
  branch: 'coord/x',
  from: 'old',
  to: 'new',
  relation: 'behind',
  shallow: false,
  checkedOut: [],
  heldBy: [],
  detachedHere: false,
};

const here = { path: '/r', present: true };

function refusal(facts: Partial<BranchFacts>): Reason | undefined {
  const decision = decide({ ...behind, ...facts });
  return decision.kind === 'refuse' ? decision.reason : undefined;
}

test('WAT-1 a branch that has the commit stays', () => {
  for (const relation of ['equal', 'ahead'] as const)
    assert.equal(decide({ ...behind, relation, detachedHere: true }), { kind: 'up_to_date' });
});

test('WAT-3 a branch that is checked out nowhere moves by its name alone', () => {
  assert.equal(decide(behind), { kind: 'move_ref', from: 'old', to: 'new' });
});

test('WAT-4 one that is checked out moves with its files', () => {
  assert.equal(decide({ ...behind, checkedOut: [here] }), {
    kind: 'update_work_tree',
    from: 'old',
    to: 'new',
    workTree: '/r',
  });
  assert.is(decide({ ...behind, checkedOut: [here], detachedHere: true }).kind, 'update_work_tree');
});

test('WAT-7 to WAT-9, WAT-14, WAT-15 what is not surely safe is refused', () => {
  assert.is(refusal({ heldBy: [{ path: '/r', operation: 'rebase' }] }), 'operation_in_progress');
  assert.is(refusal({ detachedHere: true }), 'detached');
  assert.is(refusal({ relation: 'diverged' }), 'diverged');
  assert.is(refusal({ relation: 'diverged', shallow: true }), 'shallow');
  assert.is(refusal({ checkedOut: [here, { path: '/s', present: true }] }), 'several_work_trees');
  assert.is(refusal({ checkedOut: [{ path: '/r', present: false }] }), 'work_tree_missing');
});

const clean: WorkTreeFacts = {
  operation: undefined,
  sparse: false,
  changed: [],
  staged: [],
  untracked: [],
  submodules: [],
  filtered: [],
  hidden: [],
  odd: [],
};

test('WAT-5 to WAT-7, WAT-13 what stands in the way of the files', () => {
  const cases: readonly [Partial<WorkTreeFacts>, Reason][] = [
    [{ operation: 'merge' }, 'operation_in_progress'],
    [{ sparse: true }, 'needs_a_person'],
    [{ submodules: ['lib'] }, 'needs_a_person'],
    [{ filtered: ['big.bin'] }, 'needs_a_person'],
    [{ odd: ['a\nb'] }, 'needs_a_person'],
    [{ hidden: ['a.txt'] }, 'needs_a_person'],
    [{ changed: ['a.txt'] }, 'uncommitted_changes'],
    [{ staged: ['a.txt'] }, 'uncommitted_changes'],
    [{ untracked: ['a.txt'] }, 'untracked_in_the_way'],
  ];
  assert.is(decideWorkTree(clean), undefined);
  for (const [facts, reason] of cases)
    assert.is(decideWorkTree({ ...clean, ...facts })?.reason, reason);
});

const approval = (commit: string, seq: number, retractedAt?: number): Approval => ({
  workstream: 'x',
  branch: 'coord/x',
  commit,
  seq,
  at: 0,
  ...(retractedAt !== undefined && { retractedAt }),
});

test('WAT-12 the newest approved commit that was not taken back counts', () => {
  assert.is(chooseTarget([approval('a', 1), approval('b', 2)])?.commit, 'b');
  assert.is(chooseTarget([approval('a', 1), approval('b', 2, 3)])?.commit, 'a');
  assert.is(chooseTarget([approval('a', 1, 2)]), undefined);
});

test('WAT-12 what was taken back before the target was approved does not count against it', () => {
  const target = approval('b', 5);
  assert.equal(takenBackSince([approval('a', 1, 3), target], target), []);
  assert.is(takenBackSince([approval('a', 1, 7), target], target).length, 1);
  assert.equal(takenBackSince([approval('a', 1, 7), approval('a', 8), target], target), []);
});

test('WAT-16 only names that git takes for a branch and nothing else', () => {
  for (const name of ['coord/x', ';id', '$(id)', 'ünï', "a'b", 'a-b/c_d.e'])
    assert.ok(isSafeBranch(name), name);
  const hostile =
    '--output=x|-x|HEAD|refs/heads/main|../x|a..b|a.lock|a.lock/b|.a|a/.b|a b|a~1|a^|a:b|a?|a*|a[|a\\b|@|a@{1}|a.|/a|a/|a//b|a\u0000b|a\nb||a\uFFFDb';
  for (const name of hostile.split('|')) assert.not.ok(isSafeBranch(name), JSON.stringify(name));
});

test('WAT-16 every branch that a workstream may have passes, but for names of git itself', () => {
  for (const name of ['coord/two-factors', 'feature/A_1', 'x'])
    assert.is(isSafeBranch(name), branchName.safeParse(name).success);
});

test('what a person pastes into a shell is one word', () => {
  assert.is(shellWord('coord/x'), 'coord/x');
  assert.is(shellWord(';id'), "';id'");
  assert.is(shellWord("a'b"), "'a'\\''b'");
  assert.is(shellWord('-x'), "'-x'");
});

const remote = (name: string, url: string) => ({
  scope: 'local',
  name: `remote.${name}.url`,
  value: url,
});

test('WAT-10 origin, else the only remote, else that of the upstream', () => {
  const [one, two] = [remote('one', '/a'), remote('two', '/b')];
  assert.is(remoteFor('x', [one, remote('origin', '/c')]), 'origin');
  assert.is(remoteFor('x', [one]), 'one');
  const upstream = { scope: 'local', name: 'branch.x.remote', value: 'two' };
  assert.is(remoteFor('x', [one, two, upstream]), 'two');
  for (const settings of [[], [one, two]]) {
    const refused = remoteFor('x', settings);
    assert.ok(typeof refused === 'object' && refused.reason === 'no_remote');
  }
});

test('WAT-10 an address that is a program or an option is refused', () => {
  const hostile = [
    'ext::sh -c id',
    '--upload-pack=id',
    '-oProxyCommand=id',
    'fd::3',
    'foo://x',
    'a\nb',
  ];
  for (const url of hostile) {
    const refused = remoteFor('x', [remote('origin', url)]);
    assert.ok(typeof refused === 'object' && refused.reason === 'hostile_remote', url);
  }
  for (const url of ['/a/b', '../b', 'git@example.com:a/b.git', 'https://x/y', 'ssh://x/y', 'C:/a'])
    assert.is(remoteFor('x', [remote('origin', url)]), 'origin', url);
  const vcs = { scope: 'local', name: 'remote.origin.vcs', value: 'planted' };
  assert.ok(typeof remoteFor('x', [remote('origin', '/a'), vcs]) === 'object');
  assert.ok(typeof remoteFor('x', [remote('--all', '/a')]) === 'object');
});

test.run();
