import { clientNames, clients } from '../../shared/clients/registry.ts';
import {
  daemonProblems,
  sentencesFor,
  whatIsWrong,
  type DaemonProblem,
} from '../hook-answers/sentences.ts';
import { deniesByExit, downAnswers, type DownAnswer } from '../hook-answers/without-daemon.ts';

/** Stands for the sentence in a form, and for the daemon's reason in a sentence. */
const gap = '@';

/** The hook script's variables: the sentences, and what its `$client` prints at its `$event` where no daemon answers. */
export function shellForms(): string[] {
  return [
    `clients=${quoted(clientNames.join(' '))}`,
    `deny_by_exit=${quoted(clientNames.filter(deniesByExit).join(' '))}`,
    `what_is_wrong=${quoted(whatIsWrong)}`,
    ...daemonProblems.flatMap(sentences),
    'runs=$client',
    ...callers(),
    "role=none deny='' tell='' nothing=''",
    'case $runs-$event in',
    ...arms(),
    'esac',
  ];
}

/** What each problem is called in the names of the script's variables. */
const problemNames: Readonly<Record<DaemonProblem, string>> = {
  'is not running': 'down',
  'does not answer': 'late',
  refused: 'refused',
};

function sentences(problem: DaemonProblem): string[] {
  return Object.entries(sentencesFor(problem, gap)).map(
    ([name, text]) => `${name}_${problemNames[problem]}=${quoted(text)}`,
  );
}

function callers(): string[] {
  return clients.flatMap(({ name, runsAs }) =>
    runsAs === undefined
      ? []
      : [`[ "$client" != ${name} ] || [ -n "\${${runsAs.without}-}" ] || runs=${runsAs.client}`],
  );
}

/** An arm for all rows that are alike. */
function arms(): string[] {
  const patterns = new Map<string, string[]>();
  for (const row of downAnswers()) {
    const values = valuesOf(row);
    patterns.set(values, [...(patterns.get(values) ?? []), `${row.client}-${row.event}`]);
  }
  return [...patterns].flatMap(([values, of]) => [
    `  ${of.join(' | \\\n    ')})`,
    `    ${values}`,
    '    ;;',
  ]);
}

function valuesOf({ role, deny, tell, silence }: DownAnswer): string {
  const isDenied = role === 'before' || role === 'unseen';
  const values = {
    role,
    deny: isDenied ? (deny?.(gap) ?? '') : '',
    tell: role === 'unseen' ? '' : tell(gap),
    nothing: silence,
  };
  const said = Object.entries(values).filter(([, value]) => value !== '');
  return said.map(([name, value]) => `${name}=${quoted(value)}`).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
