import { signal, type Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Output } from '../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { givePeopleHues } from '../kit/hues.ts';
import type { Place } from '../place/place.ts';
import type { Live } from '../state/live.ts';

type Workspace = Output<'getWorkspace'>;

/** Of more than there are colours some share one anyhow. */
const colouredMembers = 50;
/** How long until it is asked for again by itself after a refusal. */
const againMs = 3_000;

/** What somebody is told who has been removed, or has left. */
export const noLongerMember = 'You are no longer a member of this workspace.';

interface RecordOptions {
  readonly live: Live;
  readonly id: string;
  readonly client: Place['client'];
  /** The workspace exists for the person no more. */
  onSignOut(problem: string): void;
}

interface WorkspaceRecord {
  /** Undefined until it was read for the first time. */
  readonly workspace: Signal<Workspace> | undefined;
  /** Why it could not be read at the last attempt. */
  readonly refusal: Refusal | undefined;
  tryAgain(): Promise<void>;
}

/** The record of the workspace, asked for again when the log says that it changed, and until it was read once. */
export function useWorkspaceRecord({
  live,
  id,
  client,
  onSignOut,
}: RecordOptions): WorkspaceRecord {
  const [workspace, setWorkspace] = useState<Signal<Workspace>>();
  const [refusal, setRefusal] = useState<Refusal>();
  const isGone = useRef(false);
  const wasRead = useRef(false);
  const load = async () => {
    const [answer, members] = await Promise.all([
      client.call('getWorkspace', { id }),
      client.call('listMembers', { id, limit: colouredMembers }),
    ]);
    if (isGone.current) return;
    if (!isRefusal(members)) givePeopleHues(members.members.map(colouredMember));
    if (isRefusal(answer) && answer.error === 'NotFound')
      return onSignOut(wasRead.current ? noLongerMember : answer.message);
    setRefusal(isRefusal(answer) ? answer : undefined);
    if (isRefusal(answer)) return;
    wasRead.current = true;
    setWorkspace((known) => {
      if (known === undefined) return signal(answer);
      known.value = answer;
      return known;
    });
  };
  useEffect(() => {
    isGone.current = false;
    void load();
    const stop = live.onEvents((events) => {
      const changes = ['workspace_changed', 'workspace_renamed', 'member_added', 'member_removed'];
      if (events.some(({ type }) => changes.includes(type))) void load();
    });
    return () => {
      isGone.current = true;
      stop();
    };
  }, [live, id]);
  const isWaiting = workspace === undefined && refusal !== undefined;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void load(), againMs);
    return () => clearTimeout(timer);
  }, [isWaiting, refusal]);
  return { workspace, refusal, tryAgain: load };
}

function colouredMember({ name: id, added_at: at }: Output<'listMembers'>['members'][number]) {
  return { id, since: Date.parse(at) };
}
