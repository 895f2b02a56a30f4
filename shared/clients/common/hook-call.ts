import type { ConversationKey } from '../../sessions/rules.ts';
import type { Edit } from './edit.ts';
import type { Payload } from './payload.ts';

/** One file that a tool call is about to write, or has written. */
export interface FileEdit {
  /** Absolute, or relative to the root of the daemon's work tree. */
  readonly path: string;
  /** The edits in order; undefined when the client does not send them. */
  readonly edits?: readonly Edit[] | undefined;
  /** Symbols that the caller names itself; they are trusted. */
  readonly symbolIds?: readonly string[] | undefined;
}

/** What every hook says, whatever it means. */
export interface CallFacts {
  /** The name of the event in the client's own words; its answer may depend on it. */
  readonly event: string;
  readonly conversation: ConversationKey;
  readonly agentType: string;
  /** Whether the answer to this event reaches the agent, so that notifications can go with it. */
  readonly canNotify: boolean;
  /** Absolute; the folder that the agent works in. */
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  readonly task?: string | undefined;
  readonly toolName?: string | undefined;
  readonly toolUseId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** A shell command of the agent begins or has ended; it may write files unseen. */
  readonly shell?: 'began' | 'ended' | undefined;
  /** The text of that command, of which at most its first 20,000 characters are read. */
  readonly shellText?: string | undefined;
}

/** A hook of any client, read: its effect, and what belongs to it. */
export type HookCall = CallFacts &
  (
    | { readonly effect: 'start' | 'prompt' | 'end' }
    | {
        readonly effect: 'check' | 'acquire';
        /** Of a client's check none where the tool writes, and names no file that can be read (HOK-5). */
        readonly files: readonly FileEdit[];
      }
    | {
        readonly effect: 'heartbeat';
        /** The agent is about to call a tool of an MCP server, maybe coord's. */
        readonly callsServer?: boolean | undefined;
        /** What it is about to call the tool with, where the answer may change that. */
        readonly serverInput?: Payload | undefined;
      }
  );

export type FileCall = Extract<HookCall, { effect: 'check' | 'acquire' }>;
