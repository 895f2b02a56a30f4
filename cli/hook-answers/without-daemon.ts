import type { FormWithoutDaemon } from '../../shared/clients/client.ts';
import { clientNamed, clients } from '../../shared/clients/registry.ts';

/** What hooks do where no daemon answers: the script in the repository and `coord hook` do the same. */

/** In every client's words: the same word means the same in each. */
export const preWriteEvents = wordsOf((form) => form.beforeWrite);
export const userEvents = wordsOf((form) => form.userSees);
export const agentEvents = wordsOf((form) => form.agentSees);

/** `refused`: it runs, and has answered that it does not take this call. */
export const daemonProblems = ['is not running', 'does not answer', 'refused'] as const;
export type DaemonProblem = (typeof daemonProblems)[number];

/** HKS-6: the words of the client's events at which its agent is told that its write is not reserved. */
export function afterWriteEvents(client: string): readonly string[] {
  return formOf(client)?.afterWrite ?? [];
}

/** What the client's hook prints to tell its user; `text` stands as it is in the JSON. */
export function printedUserMessage(client: string, text: string): string {
  const { user, userNotice } = formOf(client) ?? {};
  if (userNotice !== undefined) return JSON.stringify(userNotice(text));
  return user === 'shown text' ? text : JSON.stringify({ systemMessage: text });
}

/** What the client's hook prints to tell its agent; `event` is the client's name for the event. */
export function printedAgentMessage(event: string, text: string): string {
  const hookSpecificOutput = { hookEventName: event, additionalContext: text };
  return JSON.stringify({ hookSpecificOutput });
}

/** The same in the client's own form, where it has one. */
export function clientAgentMessage(client: string, text: string): string | undefined {
  const form = formOf(client)?.agentNotice;
  return form && JSON.stringify(form(text));
}

/** What the client's hook prints to deny a write; undefined for one that ends with 2 and the text instead. */
export function printedDenial(client: string, text: string): string | undefined {
  const form = formOf(client)?.denial;
  return form && JSON.stringify(form(text));
}

/** What a client's hook prints where there is nothing to say; empty for most. */
export function silenceOf(client: string, event: string): string {
  const silence = formOf(client)?.silence?.[event];
  return silence === undefined ? '' : JSON.stringify(silence);
}

/** Whether the daemon's answer is the reason of a denial, and the exit code is what denies. */
export function deniesByExit(client: string): boolean {
  return formOf(client)?.deniesByExit === true;
}

/** The client that runs the hooks of this one's file here. */
export function runningClient(
  client: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const runsAs = clientNamed(client)?.runsAs;
  return runsAs === undefined || environment[runsAs.without] ? client : runsAs.client;
}

function formOf(client: string): FormWithoutDaemon | undefined {
  return clientNamed(client)?.withoutDaemon;
}

function wordsOf(pick: (form: FormWithoutDaemon) => readonly string[] | undefined): string[] {
  const words = clients.flatMap(({ withoutDaemon = {} }) => pick(withoutDaemon) ?? []);
  return [...new Set(words)];
}

/** Said where the daemon's own words for a refusal are not known. */
export const whatIsWrong = 'To see what is wrong: coord doctor';
const start = 'Start it with: coord daemon';

/** Why a write is denied that the daemon did not check; `why` is in its own words. */
export function denialMessage(problem: DaemonProblem, why = ''): string {
  if (problem === 'refused')
    return `coord: the daemon refused this call, so it was not checked, and this repository denies writes that are not. ${why || whatIsWrong}`;
  return `coord: the daemon ${problem}, and this repository denies writes without it. ${start}`;
}

/** What is said where the daemon did not answer, or refused; `why` is in its own words. */
export function uncheckedMessage(problem: DaemonProblem, why = ''): string {
  if (problem === 'refused')
    return `coord: the daemon refused this call, so it was not checked. ${why || whatIsWrong}`;
  return `coord: the daemon ${problem}, so this work is not coordinated with the team. ${start}`;
}

/** HKS-6: what an agent is told after a write. A daemon that is late may still reserve it. */
export function unreservedMessage(problem: DaemonProblem, why = ''): string {
  if (problem === 'refused')
    return `coord: the daemon refused this call, so what it wrote is not reserved. ${why || whatIsWrong}`;
  if (problem === 'does not answer')
    return `coord: the daemon does not answer, so what this call wrote may not be reserved. ${whatIsWrong}`;
  return `coord: the daemon is not running, so what this call wrote is not reserved. Others may write over it until you edit it again while the daemon runs. ${start}`;
}
