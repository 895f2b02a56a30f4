import type { AgentClient, DownRole, FormWithoutDaemon } from '../../shared/clients/client.ts';
import { clientNamed, clients } from '../../shared/clients/registry.ts';

/**
 * What hooks do where no daemon answers, as one table. `coord hook` looks its row up here, and `coord init` writes the table
 * into the script of the repository (`cli/init/shell-forms.ts`), so both do the same.
 */

/** What one event of a client does without a daemon. */
export interface DownAnswer {
  readonly client: string;
  /** The client's word for it. */
  readonly event: string;
  /** `none`: nobody can be told anything here. */
  readonly role: DownRole | 'none';
  /** What is printed to deny, where the role allows that; undefined where exit code 2 denies, with the sentence on stderr. */
  readonly deny: Print | undefined;
  /** What is printed to tell the user or the agent, whom the role names. */
  readonly tell: Print;
  /** What is printed where there is nothing to say; empty for most. */
  readonly silence: string;
}

/** From a sentence to what a hook prints. */
type Print = (sentence: string) => string;

/** A row for each event at which something is said. */
export function downAnswers(): DownAnswer[] {
  return clients.flatMap((client) =>
    Object.entries(client.withoutDaemon?.events ?? {}).map(([event, role]) =>
      rowOf(client, event, role),
    ),
  );
}

/** The row of an event; for one that has none, a row that says nothing. */
export function downAnswerFor(client: string, event: string): DownAnswer {
  const found = downAnswers().find((row) => row.client === client && row.event === event);
  return found ?? { client, event, role: 'none', deny: undefined, tell: () => '', silence: '' };
}

function rowOf({ name: client, withoutDaemon }: AgentClient, event: string, role: DownRole) {
  const { denial, silence }: Partial<FormWithoutDaemon> = withoutDaemon ?? {};
  return {
    client,
    event,
    role,
    deny: denial && ((sentence: string) => JSON.stringify(denial(sentence))),
    tell: tellOf(withoutDaemon, event, role),
    silence: silence?.[event] === undefined ? '' : JSON.stringify(silence[event]),
  };
}

function tellOf(form: FormWithoutDaemon | undefined, event: string, role: DownRole): Print {
  const toAgent = form?.agentNotice ?? agentNoticeAt(event);
  const toUser = form?.userNotice ?? ((systemMessage) => ({ systemMessage }));
  const notice = role === 'agent' || role === 'after' ? toAgent : toUser;
  return (sentence) => {
    const printed = notice(sentence);
    return typeof printed === 'string' ? printed : JSON.stringify(printed);
  };
}

/** Claude Code's form, which many have taken over. */
function agentNoticeAt(hookEventName: string) {
  return (additionalContext: string) => ({
    hookSpecificOutput: { hookEventName, additionalContext },
  });
}

/** Whether the daemon's answer is the reason of a denial, and the exit code is what denies. */
export function deniesByExit(client: string): boolean {
  return clientNamed(client)?.withoutDaemon?.deniesByExit === true;
}

/** The client that runs the hooks of this one's file here. */
export function runningClient(
  client: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const runsAs = clientNamed(client)?.runsAs;
  return runsAs === undefined || environment[runsAs.without] ? client : runsAs.client;
}
