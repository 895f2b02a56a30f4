import type { HookCall } from './adapter.ts';
import { cursor } from './cursor.ts';
import type { Payload } from './payload.ts';

/**
 * Cursor also runs the hooks that it finds in Claude Code's settings, with its own JSON. Beside its own hooks that reports
 * one call twice, so it is read as Cursor's: the same conversation and the same tool call, which counts once (SES-5).
 * Without its own hooks the call still counts. Nothing but a denial is told here, because nobody knows what else arrives.
 */
export function readAsGuest(
  payload: Payload | undefined,
): { readonly call: HookCall | undefined } | undefined {
  if (payload?.['cursor_version'] === undefined) return undefined;
  const call = cursor.read(payload);
  return { call: call && Object.assign(call, { tellable: false }) };
}
