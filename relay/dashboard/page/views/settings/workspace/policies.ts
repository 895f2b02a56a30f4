import type { Output } from '../../../../../../shared/api/operations.ts';

type Workspace = Output<'getWorkspace'>;
type Field = 'gate_policy' | 'test_gaps' | 'conflict_policy' | 'must_rules';

export interface Policy {
  readonly field: Field;
  readonly title: string;
  /** What it is about, in a sentence. */
  readonly about: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    /** What is so for whom, where this one is chosen. */
    readonly effect: string;
  }[];
}

/** DSH-76: what a workspace can be set to, each with what it changes for whom. */
export const policies: readonly Policy[] = [
  {
    field: 'conflict_policy',
    title: 'What collides',
    about:
      'Lines that touch collide always. This is what else keeps an agent from writing while another one is at work.',
    options: [
      {
        value: 'symbols',
        label: 'Whole symbols',
        effect: 'An agent is kept out of a whole class or function that another one is changing.',
      },
      {
        value: 'members',
        label: 'Parts of symbols',
        effect: 'Agents may change different methods of one class at the same time.',
      },
      {
        value: 'lines',
        label: 'Nothing else',
        effect: 'Agents may change one function at the same time, as long as their lines differ.',
      },
    ],
  },
  {
    field: 'gate_policy',
    title: 'What the test gate takes',
    about:
      'An agent records a commit only with a receipt for it. This is what has to be behind it.',
    options: [
      {
        value: 'reported',
        label: 'What an agent reports',
        effect: 'Agents say which tests passed, and are believed.',
      },
      {
        value: 'verified',
        label: 'A vouched commit',
        effect: 'A daemon says what the commit touches. What has no daemon is refused.',
      },
      {
        value: 'attested',
        label: 'A run of the daemon',
        effect:
          'The daemon runs the tests itself on a clean checkout. What agents report opens nothing.',
      },
    ],
  },
  {
    field: 'test_gaps',
    title: 'Results that leave out tests',
    about: 'A commit can affect more tests than an agent has run.',
    options: [
      {
        value: 'refused',
        label: 'Refused',
        effect: 'The agent gets no receipt, and is told which tests to run.',
      },
      {
        value: 'allowed',
        label: 'Allowed',
        effect: 'The agent gets a receipt, and the commit shows what was left out.',
      },
    ],
  },
  {
    field: 'must_rules',
    title: 'Whose rules deny writes',
    about: 'A rule that says must keeps every agent from the files that it names.',
    options: [
      {
        value: 'reviewed',
        label: 'Reviewed ones',
        effect: 'A member’s rule counts once an admin or a second member accepts it.',
      },
      {
        value: 'admins',
        label: 'Those of admins',
        effect: 'Only admins and owners propose and accept such rules.',
      },
      {
        value: 'anyone',
        label: 'Everybody’s',
        effect: 'A rule of any member counts at once, for the whole team.',
      },
    ],
  },
];

/** What is chosen; a relay of an earlier version does not say all of them. */
export function chosenOf(workspace: Workspace, { field }: Policy): string | undefined {
  return workspace[field];
}

/** What stands behind the prefix in the name of a branch that is shown as an example. */
const exampleSlug = 'faster-checkout';

/** The branch of a new workstream under this prefix. */
export function exampleBranch(prefix: string): string {
  return `${prefix === '' ? '…' : prefix}/${exampleSlug}`;
}
