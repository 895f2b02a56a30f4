import type { GateRun } from '../../../../shared/gate/runs.ts';

/** GAT-6: who says that the tests of a run passed or failed. */
export const proofWords: Readonly<Record<GateRun['kind'], string>> = {
  attested: 'A daemon ran the tests itself on exactly this commit, and signed what came of them.',
  reported: 'An agent says that it ran the tests.',
};
