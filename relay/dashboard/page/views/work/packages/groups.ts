import { grouped } from '../../../../../../shared/kernel/grouped.ts';
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
  const meetings = grouped(packages, (one) => one.meeting_id);
  return [...meetings].map(([meetingId, all]) => ({
    meetingId,
    packages: [...all].sort((a, b) => ended(a) - ended(b)),
    completed: all.filter((one) => ended(one) === 1).length,
  }));
}

function ended({ status }: WorkPackageRecord): number {
  return status === 'completed' ? 1 : 0;
}

/** A step that a person can take with a package. */
export interface PackageStep {
  readonly label: string;
  /** Where it leads. */
  readonly status: PackageStatus;
  /** What follows from it, in a sentence. */
  readonly means: string;
  /** What is said afterwards. */
  readonly done: string;
}

/** PKG-1: what its next step is called, and where it leads; undefined at the end. */
export const nextStep: Readonly<Record<PackageStatus, PackageStep | undefined>> = {
  open: {
    label: 'Claim',
    status: 'claimed',
    means: 'It is yours then, and nobody else can take it. It cannot be given back.',
    done: 'The package is yours.',
  },
  claimed: {
    label: 'Begin',
    status: 'in_progress',
    means: 'The team sees that it is worked on. That cannot be taken back.',
    done: 'The package is in progress.',
  },
  in_progress: {
    label: 'Complete',
    status: 'completed',
    means: 'It counts as done for the team. That cannot be taken back.',
    done: 'The package is completed.',
  },
  completed: undefined,
};
