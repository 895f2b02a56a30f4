import { clientNamed, clientNames, clients } from '../../shared/clients/registry.ts';
import {
  afterWriteEvents,
  agentEvents,
  clientAgentMessage,
  daemonProblems,
  denialMessage,
  preWriteEvents,
  printedAgentMessage,
  printedDenial,
  printedUserMessage,
  silenceOf,
  uncheckedMessage,
  unreservedMessage,
  userEvents,
  whatIsWrong,
  type DaemonProblem,
} from '../hook-answers/without-daemon.ts';

/** What the clients' forms are in the hook script: functions over its `$client`, `$event` and `$problem`, and its texts. */
export function shellForms(): string[] {
  return [
    ...chosen('is_known', '$client', [`${clientNames.join(' | ')}) return 0 ;;`, '*) return 1 ;;']),
    ...chosen('set_nothing', '$client-$event', silences()),
    ...chosen('denies_by_exit', '$client', [
      ...clients
        .filter(({ withoutDaemon }) => withoutDaemon?.deniesByExit === true)
        .map(({ name }) => `${name}) return 0 ;;`),
      '*) return 1 ;;',
    ]),
    ...chosen('set_texts', '$problem', daemonProblems.map(textsFor)),
    ...chosen('set_client', '$client', callers()),
    ...isOneOf('is_before_write', preWriteEvents),
    ...isOneOf('is_seen_by_user', userEvents),
    ...isOneOf('is_seen_by_agent', agentEvents),
    ...chosen('is_after_write', '$client-$event', [...writesReported(), '*) return 1 ;;']),
    ...chosen(
      'deny',
      '$client',
      arms('finish ', (name) => printedDenial(name, '$denial')),
    ),
    ...chosen('set_notice', '$client', [
      ...arms('notice=', ownUserMessage),
      `*) notice="${inShell(printedUserMessage('', '$text'))}" ;;`,
    ]),
    ...chosen('tell_agent', '$client', [
      ...arms('finish ', (name) => clientAgentMessage(name, '$text')),
      `*) finish "${inShell(printedAgentMessage('$event', '$text'))}" ;;`,
    ]),
  ];
}

function chosen(name: string, word: string, of: readonly string[]): string[] {
  return [`${name}() {`, `  case ${word} in`, ...of.map((arm) => `    ${arm}`), '  esac', '}'];
}

function isOneOf(name: string, words: readonly string[]): string[] {
  return chosen(name, '$event', [`${words.join(' | ')}) return 0 ;;`, '*) return 1 ;;']);
}

function silences(): string[] {
  return clients.flatMap(({ name, withoutDaemon }) =>
    Object.keys(withoutDaemon?.silence ?? {}).map(
      (event) => `${name}-${event}) nothing='${silenceOf(name, event)}' ;;`,
    ),
  );
}

/** The script has the daemon's words for a refusal in `$reason`, where it can show them. */
function textsFor(problem: DaemonProblem): string {
  const texts = {
    reason: `\${reason:-${whatIsWrong}}`,
    text: uncheckedMessage(problem, '$reason'),
    denial: denialMessage(problem, '$reason'),
    unreserved: unreservedMessage(problem, '$reason'),
  };
  const set = Object.entries(texts).map(([name, text]) => `${name}="${text}"`);
  return `'${problem}') ${set.join(' ')} ;;`;
}

function writesReported(): string[] {
  return clients.flatMap(({ name }) =>
    afterWriteEvents(name).map((event) => `${name}-${event}) return 0 ;;`),
  );
}

function callers(): string[] {
  return clients.flatMap(({ name, runsAs }) =>
    runsAs === undefined
      ? []
      : [`${name}) [ -n "\${${runsAs.without}-}" ] || client=${runsAs.client} ;;`],
  );
}

/** For the clients with a form of their own: `word` does something with the text. */
function arms(word: string, textFor: (client: string) => string | undefined): string[] {
  return clients.flatMap(({ name }) => {
    const text = textFor(name);
    return text === undefined ? [] : [`${name}) ${word}"${inShell(text)}" ;;`];
  });
}

/** The user's notice of a client that has it in another form than Claude Code. */
function ownUserMessage(name: string): string | undefined {
  const form = clientNamed(name)?.withoutDaemon;
  const isOwn = form?.user !== undefined || form?.userNotice !== undefined;
  return isOwn ? printedUserMessage(name, '$text') : undefined;
}

function inShell(json: string): string {
  return json.replaceAll('"', '\\"');
}
