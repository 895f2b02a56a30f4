import type {
  PackageStatus,
  WorkPackageRecord,
} from '../../../../../../shared/work-packages/contract.ts';

/** The packages of one meeting. */
export interface PackageGroup {
  readonly meetingId: string;
  readonly packages: readonly WorkPackageRecord[];
  readonly completed: number;
}

/** DSH-66: by meeting, in the order in which meetings come; in each the ones that are not completed first. */
export function byMeeting(packages: readonly WorkPackageRecord[]): PackageGroup[] {
  const meetings = new Map<string, WorkPackageRecord[]>();
  for (const one of packages) {
    const group = meetings.get(one.meeting_id);
    if (group === undefined) meetings.set(one.meeting_id, [one]);
    else group.push(one);
  }
  return [...meetings].map(([meetingId, all]) => ({
    meetingId,
    packages: [...all].sort((a, b) => ended(a) - ended(b)),
    completed: all.filter((one) => ended(one) === 1).length,
  }));
}

function ended({ status }: WorkPackageRecord): number {
  return status === 'completed' ? 1 : 0;
}

/** PKG-1: what its next step is called, and where it leads; undefined at the end. */
export const nextStep: Readonly<
  Record<PackageStatus, { readonly label: string; readonly status: PackageStatus } | undefined>
> = {
  open: { label: 'Claim', status: 'claimed' },
  claimed: { label: 'Begin', status: 'in_progress' },
  in_progress: { label: 'Complete', status: 'completed' },
  completed: undefined,
};
