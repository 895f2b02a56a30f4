import { z } from 'zod';
import { changes } from '../contract/changes.ts';
import {
  liveListPage,
  filePath,
  identifier,
  limits,
  opaque,
  seenText,
  slug,
  symbolIdOrName,
  text,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { conflict } from '../reservations/contract.ts';
import { hookEffects, type HookEvent } from './hook-effects.ts';
import { lacksFile, namesTooMany } from './hook-file.ts';
import { readInput } from '../contract/read-input.ts';
import type { Refusal } from '../kernel/refusal.ts';

export { hookEffects, type HookEffect, type HookEvent } from './hook-effects.ts';

export const session = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  agent_type: z.string(),
  agent_id: z.string().optional(),
  current_task: z.string(),
  current_file: z.string(),
  branch: z.string(),
  conversation_id: z.string(),
  started_at: timestamp,
  last_heartbeat: timestamp,
  reserved_files: z.array(z.string()),
});

export type SessionRecord = z.output<typeof session>;

const label = opaque(limits.name);
/** What some clients call `file_path`; something else under that name is none. */
const otherPath = filePath.optional().catch(undefined);

/** What clients call the text of a prompt. One that is too long to be read gives no task. */
const otherTask = seenText(limits.task).optional().catch(undefined);

/**
 * The body of a hook event. The session is keyed by `conversation_id`, or by `session_id` for the other IDE family
 * (SES-1). The files are in `file_path`, in its other names, and under all of these in `tool_input`. `symbol_ids` are those of the
 * first of them; given ones are trusted, and absent or empty means the whole file at the relay.
 */
export const hookBody = z.object({
  event: z.enum(Object.keys(hookEffects) as [HookEvent, ...HookEvent[]]),
  agent_type: text(limits.name).default('unknown'),
  workspace_slug: slug,
  conversation_id: identifier.optional(),
  session_id: identifier.optional(),
  agent_id: identifier.optional(),
  task: seenText(limits.task).optional(),
  prompt: otherTask,
  file_path: filePath.optional(),
  filePath: otherPath,
  path: otherPath,
  file: otherPath,
  target_file: otherPath,
  symbol_ids: z.array(symbolIdOrName).max(limits.symbolsPerFile).optional(),
  /** RSV-11: the lines that a write changed. A part that `symbol_ids` does not name is reserved for its lines. */
  changes: changes.optional(),
  /** RSV-21: a daemon has denied the write: the session that was in its way. */
  denied_by: identifier.optional(),
  tool_name: label.optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
  tool_use_id: identifier.optional(),
  cwd: opaque(limits.task).optional(),
  branch: opaque(limits.title).optional(),
});

const acknowledged = z.object({
  ok: z.literal(true),
  session_id: z.string(),
  message: z.string().optional(),
  additional_context: z.string().optional(),
});

export const hookAnswer = z.union([
  z.object({ permission: z.literal('deny'), message: z.string() }),
  z.object({ permission: z.literal('allow'), message: z.string().optional() }),
  z.object({ session_id: z.string(), additional_context: z.string() }),
  acknowledged.extend({
    reserved: z.array(z.string()),
    conflicts: z.array(conflict),
    expires_at: timestamp.optional(),
    fence: z.number().int().optional(),
  }),
  acknowledged.extend({
    session_id: z.string().describe('Empty where the conversation has had no session'),
    released: z.array(z.string()).describe('The files that are free now'),
  }),
  acknowledged,
]);

export type HookBody = z.output<typeof hookBody>;
export type HookAnswer = z.output<typeof hookAnswer>;

const sessionReference = z.object({ workspace_slug: slug, session_id: identifier });

export const sessionOperations = {
  hook: operation({
    method: 'POST',
    path: '/workspaces/sessions/hook',
    access: 'member',
    input: hookBody
      .refine((body) => body.conversation_id ?? body.session_id, {
        message: 'conversation_id or session_id is required',
        path: ['conversation_id'],
      })
      .refine((body) => !lacksFile(body), {
        message: 'a check of a write needs the path of the file, in file_path',
        path: ['file_path'],
      })
      .refine((body) => !namesTooMany(body), {
        message: `tool_input names more than ${limits.filesPerHook} files; send an event for each part of them`,
        path: ['tool_input'],
      }),
    output: hookAnswer,
    summary: 'Report an IDE hook event; preToolUse answers whether the write may go ahead',
  }),
  heartbeat: operation({
    method: 'POST',
    path: '/workspaces/sessions/heartbeat',
    access: 'member',
    input: sessionReference,
    output: z.object({ ok: z.literal(true), session_id: z.string(), expires_at: timestamp }),
    summary: 'Keep a session alive',
  }),
  endSession: operation({
    method: 'POST',
    path: '/workspaces/sessions/end',
    access: 'member',
    input: sessionReference,
    output: z.object({
      ok: z.literal(true),
      session_id: z.string(),
      released: z.array(z.string()),
    }),
    summary: 'End a session and release its reservations',
  }),
  listSessions: operation({
    method: 'GET',
    path: '/workspaces/:id/sessions',
    access: 'member',
    input: z.object({ ...workspaceId, ...liveListPage }),
    output: z.array(session),
    summary: 'The active sessions of the workspace',
  }),
};

/** The hook body in the fields of a JSON object. Refused with a ValidationError: what the schema does not accept. */
export function parseHookBody(fields: object): HookBody | Refusal {
  return readInput(sessionOperations.hook.input, fields);
}
