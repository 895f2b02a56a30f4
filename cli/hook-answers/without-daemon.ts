import { clientForms } from './client-forms.ts';

/** What hooks do where no daemon answers: the script in the repository and `coord hook` do the same. */

/**
 * Events that come before a write, in every client's spelling: the only ones that a missing daemon may deny. A client's
 * settings give its event as the second argument, and give shell commands and coord's own tools another word, so
 * that a team that denies writes while the daemon is down can still start it.
 */
export const preWriteEvents: readonly string[] = [
  'PreToolUse',
  'preToolUse',
  'BeforeTool',
  'pre_write_code',
];

/** The events at which a client shows its user a message; at the start of a session nobody would see it. */
export const userEvents: readonly string[] = [
  'UserPromptSubmit',
  'pre_user_prompt',
  'PreToolUse',
  'PreToolUse-Bash',
  'PreToolUse-mcp',
  'BeforeAgent',
  'BeforeTool',
  'BeforeTool-shell',
  'BeforeTool-mcp',
];

/** The events at which only the agent can be told. */
export const agentEvents: readonly string[] = ['SessionStart', 'sessionStart'];

/** `refused`: it runs, and has answered that it does not take this call. */
export type DaemonProblem = 'is not running' | 'does not answer' | 'refused';

/** What the client's hook prints to tell its user; empty where nobody would see it. `text` stands as it is in the JSON. */
export function printedUserMessage(client: string, text: string): string {
  const { user } = clientForms[client] ?? {};
  if (user === 'shown nothing') return '';
  return user === 'shown text' ? text : JSON.stringify({ systemMessage: text });
}

/** What the client's hook prints to tell its agent; `event` is the client's name for the event. */
export function printedAgentMessage(event: string, text: string): string {
  const hookSpecificOutput = { hookEventName: event, additionalContext: text };
  return JSON.stringify({ hookSpecificOutput });
}

/** The same in the client's own form, where it has one. */
export function clientAgentMessage(client: string, text: string): string | undefined {
  const form = clientForms[client]?.agentNotice;
  return form && JSON.stringify(form(text));
}

/** What the client's hook prints to deny a write; undefined for one that ends with 2 and the text instead. */
export function printedDenial(client: string, text: string): string | undefined {
  const form = clientForms[client]?.denial;
  return form && JSON.stringify(form(text));
}

const whatIsWrong = 'To see what is wrong: coord doctor';

/** Why a write is denied that the daemon did not check; a problem that is given as a variable is one of being down. */
export function denialMessage(problem: string): string {
  if (problem === 'refused')
    return `coord: the daemon refused this call, so it was not checked, and this repository denies writes that are not. ${whatIsWrong}`;
  return `coord: the daemon ${problem}, and this repository denies writes without it. Start it with: coord daemon`;
}

/** What is said where the daemon did not answer, or refused; `why` is in its own words. */
export function uncheckedMessage(problem: string, why = ''): string {
  if (problem === 'refused')
    return `coord: the daemon refused this call, so it was not checked. ${why || whatIsWrong}`;
  return `coord: the daemon ${problem}, so this work is not coordinated with the team. Start it with: coord daemon`;
}
