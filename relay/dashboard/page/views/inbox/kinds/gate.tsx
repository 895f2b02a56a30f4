import { asData, asText, shownUser } from '../../../../../../shared/kernel/display.ts';
import type { GateRun } from '../../../../../../shared/gate/runs.ts';
import { Badge } from '../../../kit/button.tsx';
import { Name, Command, copyText } from '../../../kit/code.tsx';
import { Link } from '../../../kit/link.tsx';
import { Ago } from '../../../kit/time.tsx';
import { act, tell } from '../../../kit/toast.tsx';
import { Who } from '../../../kit/who.tsx';
import { usePlace } from '../../../place/place.ts';
import { proofWords } from '../../../state/names.ts';
import { useAnswer } from '../../../state/record.ts';
import { isCounted } from '../../../state/run-counts.ts';
import { type Action, Detail, Facts, Paths, Section } from '../parts/detail.tsx';
import { useInbox } from '../parts/inbox-context.ts';
import { whatFailed, type ItemOf } from '../model/items.ts';
import { commandIn } from '../model/command.ts';

/** Runs of the gate that did not pass; they leave when a later one does (GAT-13). */
export function GateItem({ item: { record, since } }: { readonly item: ItemOf<'gate'> }) {
  const { href, workspace } = usePlace();
  const [listed, ...earlier] = record.runs;
  const whole = useAnswer('getGateRun', { id: workspace.value.id, run_id: listed.id });
  const run = whole ?? listed;
  return (
    <Detail
      what={run.outcome === 'failed' ? 'Failed gate' : 'Incomplete gate'}
      since={since}
      title={`${asData(run.workstream)}: ${whatFailed(run)}`}
      question="No commit of the workstream is let through until a later run passes; then this leaves by itself."
      actions={useGateActions(listed)}
    >
      <WhatToDo />
      <Failures run={run} />
      {run.left_out_total > 0 && (
        <Section title="Not run, though the commit can affect them">
          <Paths paths={run.left_out} />
        </Section>
      )}
      {run.failures_total === 0 && run.left_out_total === 0 && run.reason !== undefined && (
        <p class="inbox-words">{asText(run.reason)}</p>
      )}
      <Facts
        facts={[
          ['Ran', <Who name={run.user_name} />],
          ['Commit', <Name text={run.commit_sha.slice(0, 12)} />],
          ['Branch', <Name text={run.branch} />],
          [
            'Workstream',
            <Link to={href('work', 'workstreams', run.workstream)}>{asData(run.workstream)}</Link>,
          ],
          ['Tests', <Counts run={run} />],
          [
            'Proof',
            <>
              <Badge>{run.kind}</Badge> {proofWords[run.kind]}
            </>,
          ],
          ['Run', <Link to={href('work', 'gate', run.id)}>All that it found</Link>],
        ]}
      />
      {earlier.length > 0 && <Earlier runs={earlier} />}
    </Detail>
  );
}

/** What makes a later run pass. */
function WhatToDo() {
  return (
    <Section title="What to do">
      <p>
        Mend what failed, commit, and let the daemon run the tests in the clone that has the branch:
      </p>
      <Command text="coord gate run" />
    </Section>
  );
}

/** GAT-14: it changes nothing at the gate. */
function useGateActions({ id: run_id }: GateRun): Action[] {
  const { client, workspace } = usePlace();
  const { settle } = useInbox();
  const change = (dismissed: boolean) =>
    client.call('changeGateRun', { id: workspace.value.id, run_id, dismissed });
  const dismiss = () =>
    act(change(true), {
      done: 'Dismissed for everybody. It comes back when the gate fails again.',
      undo: () => change(false),
    });
  return [{ letter: 'x', label: 'Dismiss', run: () => settle(dismiss) }];
}

function Failures({ run }: { readonly run: GateRun }) {
  const more = run.failures_total - run.failures.length;
  if (run.failures.length === 0) return null;
  return (
    <Section title="Failed">
      <ol class="inbox-failures">
        {run.failures.map(({ test_file: file, test_name: name, error_message: message }, at) => (
          <li key={at}>
            <p>
              <b>{asData(name) || 'The run as a whole'}</b> <Name text={file} />
            </p>
            {message !== undefined && <pre tabIndex={0}>{asText(message)}</pre>}
          </li>
        ))}
      </ol>
      {more > 0 && <p class="quiet">And {more} more.</p>}
    </Section>
  );
}

function Counts({ run }: { readonly run: GateRun }) {
  const seconds = (run.duration_ms / 1_000).toFixed(1);
  const counts = isCounted(run)
    ? `${run.passed} passed, ${run.failed} failed, ${run.skipped} skipped`
    : 'not counted,';
  return (
    <span class="numbers">
      {counts} in {seconds} s
    </span>
  );
}

function Earlier({ runs }: { readonly runs: readonly GateRun[] }) {
  return (
    <Section title="Before that">
      <ul class="inbox-lines">
        {runs.map((run) => (
          <li key={run.id}>
            {whatFailed(run)} <Name text={run.commit_sha.slice(0, 12)} />{' '}
            <span class="faint">
              <Ago at={run.at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A branch that `coord watch` could not move on somebody's machine (WAT-19). */
export function BranchItem({ item: { record, since } }: { readonly item: ItemOf<'branch'> }) {
  const { href, me } = usePlace();
  const { branch, reason, machine, commit_sha: commit, workstream, user_name: name } = record;
  const { what, command } = commandIn(reason);
  const where = machine === '' ? 'a machine' : asData(machine, 40);
  const whose = record.user_id === me.id ? 'your' : `${shownUser(name)}’s`;
  const copy = async (text: string) => {
    if (await copyText(text)) tell('Copied.');
  };
  return (
    <Detail
      what="Branch that could not follow"
      since={since}
      title={<Name text={branch} />}
      question={`It stays behind in ${whose} work tree on ${where} until what stands in the way is gone.`}
      actions={
        command === '' ? [] : [{ letter: 'c', label: 'Copy the command', run: () => copy(command) }]
      }
    >
      <p class="inbox-words">{asData(what, 500)}</p>
      {command !== '' && <Command text={command} />}
      <Facts
        facts={[
          ['Whose', <Who name={name} />],
          machine !== '' && ['Machine', <Name text={machine} />],
          workstream !== undefined && [
            'Workstream',
            <Link to={href('work', 'workstreams', workstream)}>{asData(workstream)}</Link>,
          ],
          commit !== '' && ['Should be at', <Name text={commit.slice(0, 12)} />],
        ]}
      />
    </Detail>
  );
}
