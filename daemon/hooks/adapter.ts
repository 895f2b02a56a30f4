import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { Edit } from '../index/text-edits.ts';
import type { Payload } from './payload.ts';

/** One file that a tool call is about to write, or has written. */
export interface FileEdit {
  /** Absolute, or relative to the root of the daemon's work tree. */
  readonly path: string;
  /** The edits in order; undefined when the client does not tell them. */
  readonly edits?: readonly Edit[] | undefined;
  /** Symbols that the caller names itself; they are trusted. */
  readonly symbolIds?: readonly string[] | undefined;
}

/** What every hook tells, whatever it means. */
export interface CallFacts {
  /** The name of the event in the client's own words; its answer may depend on it. */
  readonly event: string;
  readonly conversation: ConversationKey;
  readonly agentType: string;
  /** Whether the agent reads a message in the answer to this event. */
  readonly tellable: boolean;
  /** Absolute; the folder that the agent works in. */
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  readonly task?: string | undefined;
  readonly toolName?: string | undefined;
  readonly toolUseId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What a client's hook means: the interface's effect, and what belongs to it. */
export type HookCall = CallFacts &
  (
    | { readonly effect: 'start' | 'prompt' | 'end' }
    | { readonly effect: 'check' | 'touch'; readonly files: readonly FileEdit[] }
    | {
        readonly effect: 'heartbeat';
        /** A shell command of the agent begins or has ended; it may write files unseen. */
        readonly shell?: 'began' | 'ended' | undefined;
        /** The agent is about to call a tool of an MCP server, maybe coord's. */
        readonly callsServer?: boolean | undefined;
        /** What it is about to call the tool with, where the answer may change that. */
        readonly serverInput?: Payload | undefined;
      }
  );

export type FileCall = Extract<HookCall, { effect: 'check' | 'touch' }>;

/** One file per client: its own hook JSON in, and exactly the answer that it accepts out. */
export interface ClientAdapter {
  /** As in `/hooks/:client`. */
  readonly name: string;
  /** Undefined when the event does not concern coord; nothing is printed then. */
  read(payload: unknown): HookCall | undefined;
  /** What the client's hook prints; empty to print nothing. */
  write(call: HookCall, answer: HookAnswer): string;
}
