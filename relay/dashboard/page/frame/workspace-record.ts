import { signal, type Signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Output } from '../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { givePeopleHues } from '../kit/hues.ts';
import type { Place } from '../place/place.ts';
import { changes } from '../state/changed-records.ts';
import type { Live } from '../state/live.ts';
import { OneRecord, useKeptUp } from '../state/record.ts';

type Workspace = Output<'getWorkspace'>;

/** Of more than there are colours some share one anyhow. */
const colouredMembers = 50;
/** How long until it is asked for again by itself after a refusal. */
const againMs = 3_000;

interface RecordOptions {
  readonly live: Live;
  readonly id: string;
  readonly client: Place['client'];
  /** The workspace exists for the person no more. */
  onLeft(): void;
}

interface WorkspaceRecord {
  /** Undefined until it was read for the first time. */
  readonly workspace: Signal<Workspace> | undefined;
  /** Why it could not be read at the last attempt. */
  readonly refusal: Refusal | undefined;
  tryAgain(): Promise<void>;
}

/** The record of the workspace, kept up, and asked for until it was read once. */
export function useWorkspaceRecord({ live, id, client, onLeft }: RecordOptions): WorkspaceRecord {
  const [workspace, setWorkspace] = useState<Signal<Workspace>>();
  const record = useKeptUp(
    live,
    useMemo(() => recordOf(client, id), [client, id]),
  );
  const found = record.value.value;
  const refusal = isRefusal(found) ? found : undefined;
  useEffect(() => {
    if (refusal?.error === 'NotFound') return onLeft();
    if (found === undefined || isRefusal(found)) return;
    if (workspace === undefined) setWorkspace(signal(found));
    else workspace.value = found;
  }, [found]);
  useEffect(() => {
    if (workspace !== undefined || refusal === undefined) return;
    const timer = setTimeout(() => void record.load(), againMs);
    return () => clearTimeout(timer);
  }, [workspace, refusal]);
  return { workspace, refusal, tryAgain: () => record.load() };
}

/** It is read with the members, who get their colours. */
function recordOf(client: Place['client'], id: string): OneRecord<Workspace> {
  const read = async () => {
    const [workspace, members] = await Promise.all([
      client.call('getWorkspace', { id }),
      client.call('listMembers', { id, limit: colouredMembers }),
    ]);
    if (!isRefusal(members)) givePeopleHues(members.members.map(colouredMember));
    return workspace;
  };
  return new OneRecord({ read, isChangedBy: (event) => changes(event, 'workspace') });
}

function colouredMember({ name: id, added_at: at }: Output<'listMembers'>['members'][number]) {
  return { id, since: Date.parse(at) };
}
