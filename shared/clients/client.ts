import type { ClientHooks } from './common/client-hooks.ts';
import type { ClientModel } from './common/client-model.ts';
import type { ClientMachine } from './common/client-machine.ts';
import type { Finding } from './common/finding.ts';
import type { PlannedFile } from './common/planned-files.ts';

/** One agent client. Its folder here is all that coord knows of it; every process takes its own part out of this. */
export interface AgentClient {
  /** As in `--client`, in the hook's path and as the agent type of its sessions: `a-z` and `-`. */
  readonly name: string;
  readonly title: string;
  /** A folder in the repository that shows that the client is in use here. */
  readonly folder: string;
  /** Its executable. */
  readonly binary: string;
  /** Starts it in the clone, as a person types it. */
  readonly start: string;
  /** What it asks before it runs hooks; undefined where it asks nothing. */
  readonly asks?: string;
  /** What is in the name, in lower case, that it tells MCP servers. Without one, calls of tools are nobody's of this client's. */
  readonly mcpName?: RegExp;
  readonly hooks: ClientHooks;
  /** What `coord init` writes. */
  readonly files: readonly PlannedFile[];
  readonly withoutDaemon?: FormWithoutDaemon;
  /** Where this variable is not set, another client runs the hooks of this one's file. */
  readonly runsAs?: { readonly without: string; readonly client: string };
  /** Where it can be asked as a language model. */
  readonly model?: ClientModel;
  /** What keeps the client from running hooks that are in place; asked where it is set up. */
  check?(machine: ClientMachine): Promise<Finding[]>;
}

/**
 * What an event of a client is where no daemon answers.
 * - `before`: comes before a write, so a missing daemon may deny it, and the user is shown a message
 * - `unseen`: as `before`, but nobody is shown anything unless it is denied
 * - `user`: the user is shown a message
 * - `agent`: only the agent can be told
 * - `after`: comes after a write, and the agent is told that it is not reserved (HKS-6)
 */
export type DownRole = 'before' | 'unseen' | 'user' | 'agent' | 'after';

/**
 * How the client's hooks say what no daemon has said. What is missing is as in Claude Code: its own JSON for what the agent and
 * the user are told, and exit code 2 with the reason on stderr for a denial.
 */
export interface FormWithoutDaemon {
  /**
   * By the words of its events; of all others nothing is said. Settings give the script the event, or for shell commands and
   * coord's own tools another word, so that a team that denies writes while the daemon is down can still start it.
   */
  readonly events: Readonly<Record<string, DownRole>>;
  /** What is printed to deny; exit code 2 where this is missing. */
  readonly denial?: (text: string) => object;
  /** What is printed to tell the agent something at the start of a session or after a write. */
  readonly agentNotice?: (text: string) => object;
  /** What is printed to tell the user something, or, of a client that shows its user nothing, the agent. A text stands as it is. */
  readonly userNotice?: (text: string) => object | string;
  /** The daemon's answer is the reason of a denial, and exit code 2 is what denies. */
  readonly deniesByExit?: boolean;
  /** By event: what is printed where there is nothing to say. */
  readonly silence?: Readonly<Record<string, object>>;
}
