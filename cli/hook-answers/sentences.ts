/** `refused`: it runs, and has answered that it does not take this call. */
export const daemonProblems = ['is not running', 'does not answer', 'refused'] as const;
export type DaemonProblem = (typeof daemonProblems)[number];

/** What is said where the daemon did not answer, or refused. */
export interface Sentences {
  readonly unchecked: string;
  /** Why a write is denied that the daemon did not check. */
  readonly denial: string;
  /** HKS-6: what an agent is told after a write. A daemon that is late may still reserve it. */
  readonly unreserved: string;
}

/** Said where the daemon's own words for a refusal are not known. */
export const whatIsWrong = 'To see what is wrong: coord doctor';
const start = 'Start it with: coord daemon';

/** `why` is a refusal in the daemon's own words. */
export function sentencesFor(problem: DaemonProblem, why = ''): Sentences {
  if (problem === 'refused') return refusedFor(why || whatIsWrong);
  return {
    unchecked: `coord: the daemon ${problem}, so this work is not coordinated with the team. ${start}`,
    denial: `coord: the daemon ${problem}, and this repository denies writes without it. ${start}`,
    unreserved:
      problem === 'does not answer'
        ? `coord: the daemon does not answer, so what this call wrote may not be reserved. ${whatIsWrong}`
        : `coord: the daemon is not running, so what this call wrote is not reserved. Others may write over it until you edit it again while the daemon runs. ${start}`,
  };
}

function refusedFor(why: string): Sentences {
  const refused = 'coord: the daemon refused this call, so';
  return {
    unchecked: `${refused} it was not checked. ${why}`,
    denial: `${refused} it was not checked, and this repository denies writes that are not. ${why}`,
    unreserved: `${refused} what it wrote is not reserved. ${why}`,
  };
}
