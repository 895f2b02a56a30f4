import type { World } from '../support/harness.ts';

const commit = 'a'.repeat(40);
const file = 'src/shared.ts';

/** Everything that agents do together, so that each kind of its events is sent. */
export async function workTogether(world: World): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const session_id = await ada.agent('together').start('together');
  await ada.ok('startWorkstream', { id, title: 'Pay', slug: 'pay', session_id });
  await ada.ok('changeWorkstream', { id, slug: 'pay', title: 'Pay later' });
  await world.as('cleo').ok('joinWorkstream', { id, slug: 'pay' });
  await handOn(world, session_id);
  await contest(world, session_id);
  await ada.ok('publishContract', { id, name: 'User', schema: 'type User = { id: string }' });
  await passTheGate(world, session_id);
  await holdBack(world);
  await meet(world);
  await ada.ok('leaveWorkstream', { id, slug: 'pay', session_id });
  await ada.ok('endWorkstream', { id, slug: 'pay' });
}

async function handOn(world: World, session_id: string): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const task = { id, workstream: 'pay', title: 'T', session_id };
  const first = await ada.ok('createTask', task);
  await ada.ok('createTask', { ...task, depends_on: [first.id] });
  await ada.ok('changeTask', { id, task_id: first.id, title: 'T1' });
  await ada.ok('claimTask', { id, task_id: first.id, session_id });
  await ada.ok('changeTask', { id, task_id: first.id, status: 'done', session_id });
}

/** A branch that could not follow on somebody's machine, and then did. */
async function holdBack(world: World): Promise<void> {
  const { id } = world.workspace;
  const { branch } = await world.as('cleo').ok('getWorkstream', { id, slug: 'pay' });
  const report = { id, branch, commit_sha: commit, machine: 'laptop' };
  await world.as('cleo').ok('reportBranch', { ...report, outcome: 'held', reason: 'R' });
  await world.as('cleo').ok('reportBranch', { ...report, outcome: 'moved' });
}

/** One meeting that begins, and one that is over and leads to work. */
async function meet(world: World): Promise<void> {
  const { id, id: workspace_id } = world.workspace;
  const ada = world.as('ada');
  await ada.ok('startMeeting', { workspace_id, title: 'M' });
  const transcript = 'Ann: We decided to use JWT in src/jwt.ts.';
  const meeting = { workspace_id, title: 'M', transcript };
  const { id: meeting_id, decisions, work_packages } = await ada.ok('ingestMeeting', meeting);
  const result_id = decisions[0]?.id;
  await ada.ok('reviewResult', { meeting_id, result_id, state: 'confirmed' });
  const pid = work_packages[0]?.id;
  await ada.ok('claimPackage', { id, pid });
  await ada.ok('movePackage', { id, pid, status: 'in_progress' });
  const action = { action: 'Use JWT', sentence: transcript };
  const reading = { decisions: [], action_items: [action], read_by: 'agent:claude-code' };
  await ada.ok('submitReading', { meeting_id, ...reading });
}

/** Two negotiations: one ends, one is escalated; and somebody waits. */
async function contest(world: World, initiator: string): Promise<void> {
  const { id } = world.workspace;
  const [ada, cleo] = [world.as('ada'), world.as('cleo')];
  const holder = await cleo.agent('holder').start('reserve it');
  await cleo.agent('holder').edit(file, ['a', 'b']);
  const open = (symbol: string, max_turns: number) =>
    ada.ok('openNegotiation', {
      id,
      session_id: initiator,
      file,
      symbol_names: [symbol],
      rationale: 'R',
      max_turns,
    });
  const answer = (negotiation_id: string, action: 'counter' | 'yield') =>
    cleo.ok('respondNegotiation', { id, negotiation_id, session_id: holder, action });
  const first = await open('a', 3);
  await answer(first.id, 'counter');
  await answer(first.id, 'yield');
  await answer((await open('b', 1)).id, 'counter');
  const wait = await ada.ok('addWait', { id, session_id: initiator, file, symbol_names: ['b'] });
  await ada.ok('giveUpWait', { id, wait_id: wait.id });
}

async function passTheGate(world: World, session_id: string): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const confirm = (status: 'passed' | 'failed') =>
    ada.ok('confirmReady', {
      id,
      session_id,
      workstream_slug: 'pay',
      commit_sha: commit,
      touched_files: 'src/own.ts',
      test_results: [{ test_file: 'test/a.test.ts', test_name: status, status }],
    });
  await confirm('failed');
  const [run] = (await ada.ok('listGateRuns', { id })).runs;
  await ada.ok('changeGateRun', { id, run_id: run?.id, dismissed: true });
  const { receipt_id } = await confirm('passed');
  const files = 'src/own.ts';
  await ada.ok('recordCommit', { id, commit_sha: commit, receipt: receipt_id, session_id, files });
  await ada.ok('retractReceipt', { id, receipt: receipt_id, reason: 'it broke' });
  const side = { uncommitted: false, sessions: [session_id] };
  const sides = ['pay', 'main'].map((branch) => ({ ...side, branch }));
  await ada.ok('reportForecasts', { id, forecasts: [{ file, symbol_ids: [], sides }] });
}
