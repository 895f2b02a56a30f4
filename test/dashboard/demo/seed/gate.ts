import { createHash } from 'node:crypto';
import type { TestResult } from '../../../../shared/gate/contract.ts';
import { agentOf, type Scene, type Stage } from '../stage.ts';
import { runs, type ToldRun } from '../story/runs.ts';
import { SigningMachine } from './signing-machine.ts';

const perFile = [
  'takes the usual case',
  'refuses what is not valid',
  'changes nothing when it fails',
];

/** Runs of the tests: confirmed, failed or incomplete, and the commits that follow. */
export function gateScenes(stage: Stage): Scene[] {
  const machine = new SigningMachine('build-1');
  return runs.map((run): Scene => [run.minute, () => runGate(stage, run, machine)]);
}

/** Runs the gate as the run tells it, and records the commit where it opens. */
export async function runGate(stage: Stage, run: ToldRun, machine: SigningMachine): Promise<void> {
  const agent = agentOf(stage, run.agent);
  const { caller } = agent.settings;
  const sha = createHash('sha1').update(`${run.workstream} ${run.commit}`).digest('hex');
  const id = stage.workspace.id;
  const asked = {
    id,
    workstream_slug: run.workstream,
    commit_sha: sha,
    touched_files: [...run.files],
    session_id: agent.sessionId,
  };
  const tests = await testsFor(stage, run, asked);
  const signed = machine.sign({
    workspaceId: id,
    workstream: run.workstream,
    sha,
    files: run.files,
    tests,
    failed: run.failures !== undefined,
    at: stage.clock.now(),
  });
  const answer = await caller.call('confirmReady', {
    ...asked,
    test_results: resultsOf(stage, run, tests),
    ...(run.attested && { ...signed, tree: signed.vouch.tree, affected_tests: tests }),
  });
  const expected = run.failures ? 'failed' : run.leftOut ? 'incomplete' : 'confirmed';
  if (answer.phase !== expected) throw new Error(`${run.commit}: ${JSON.stringify(answer)}`);
  if (expected !== 'confirmed' || run.unused) return;
  const receipt = { id, receipt_id: answer.receipt_id ?? '', session_id: agent.sessionId };
  await caller.call('recordCommit', {
    ...receipt,
    commit_sha: sha,
    workstream_slug: run.workstream,
    files: [...run.files],
  });
  if (run.retracted !== undefined)
    await caller.call('retractReceipt', { ...receipt, reason: run.retracted });
}

/** What the relay says that the change can affect; a page without a test in the graph has one beside it. */
async function testsFor(
  stage: Stage,
  { agent, files }: ToldRun,
  asked: { id: string; workstream_slug: string; commit_sha: string; touched_files: string[] },
): Promise<string[]> {
  const { caller } = agentOf(stage, agent).settings;
  const { affected_tests: found = [] } = await caller.call('confirmReady', asked);
  return found.length > 0 ? found : files.map((file) => file.replace(/\.tsx?$/, '.test$&'));
}

function resultsOf(
  { random }: Stage,
  { failures = [], leftOut = 0, commit }: ToldRun,
  tests: readonly string[],
): TestResult[] {
  const ran = tests.slice(0, tests.length - leftOut);
  const passed = ran.flatMap((test_file) =>
    perFile.map((test_name): TestResult => {
      return { test_file, test_name, status: 'passed', duration_ms: random.between(2, 240) };
    }),
  );
  const failed = failures.map(({ file, name, message }): TestResult => {
    const duration_ms = random.between(8, 900);
    const where = { test_file: file, test_name: name, duration_ms };
    return { ...where, status: 'failed', error_message: message };
  });
  return [...passed, ...(failed.length > 0 ? failed : passedNow(commit))];
}

/** What failed in an earlier run of the same commit. */
function passedNow(commit: string): TestResult[] {
  const before = runs.flatMap((run) => (run.commit === commit ? (run.failures ?? []) : []));
  return before.map(({ file, name }) => {
    return { test_file: file, test_name: name, status: 'passed', duration_ms: 12 };
  });
}
