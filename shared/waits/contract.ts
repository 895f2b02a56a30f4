import { z } from 'zod';
import {
  filePath,
  identifier,
  limits,
  page,
  symbolIdOrName,
  timestamp,
  workspaceId,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';

/** `grant`: the reservation itself, as soon as it is free; `tell`: only a notification. */
export const waitWish = z.enum(['grant', 'tell']);
export const waitStatus = z.enum(['waiting', 'granted', 'told', 'given_up']);

const symbolList = z.array(symbolIdOrName).max(limits.symbolsPerRecord);

/** A session's place in the queue for a file or some of its symbols. */
export const wait = z.object({
  id: z.string(),
  session_id: z.string(),
  user_name: z.string(),
  file: z.string(),
  /** Empty means the whole file. */
  symbol_ids: z.array(z.string()),
  wish: waitWish,
  status: waitStatus,
  /** How many are before it in the queue. */
  before: z.number().int(),
  created_at: timestamp,
  ended_at: timestamp.optional(),
});

export type WaitRecord = z.output<typeof wait>;

export const waitOperations = {
  addWait: operation({
    method: 'POST',
    path: '/workspaces/:id/waits',
    access: 'member',
    input: z.object({
      ...workspaceId,
      session_id: identifier.optional(),
      file: filePath.optional(),
      symbol_ids: symbolList.optional(),
      symbol_names: symbolList.optional(),
      wish: waitWish.default('grant'),
    }),
    output: wait,
    status: 201,
    summary: 'Queue for a file or symbols; free ones are granted at once',
  }),
  listWaits: operation({
    method: 'GET',
    path: '/workspaces/:id/waits',
    access: 'member',
    input: z.object({
      ...workspaceId,
      status: waitStatus.optional(),
      session_id: identifier.optional(),
      ...page,
    }),
    output: z.object({ waits: z.array(wait), next_cursor: z.string().optional() }),
    summary: 'Who waits for what, newest first',
  }),
  getWait: operation({
    method: 'GET',
    path: '/workspaces/:id/waits/:wait_id',
    access: 'member',
    input: z.object({ ...workspaceId, wait_id: identifier }),
    output: wait,
    summary: 'One wait',
  }),
  giveUpWait: operation({
    method: 'DELETE',
    path: '/workspaces/:id/waits/:wait_id',
    access: 'member',
    input: z.object({ ...workspaceId, wait_id: identifier }),
    output: wait,
    summary: 'Leave the queue',
  }),
};
