import { limits, slugPattern } from '../contract/fields.ts';
import { invalidInput } from '../contract/invalid.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { sessionOperations, type HookBody } from './contract.ts';
import { hookEffects } from './hook-effects.ts';

/** The fields of a hook's JSON body. Refused with a ValidationError: what the schema does not take. */
export function parseHookBody(fields: object): HookBody | Refusal {
  const plain = parsePlainHookBody(fields);
  if (plain !== undefined) return plain;
  const parsed = sessionOperations.hook.input.safeParse(fields);
  return parsed.success ? parsed.data : invalidInput(parsed.error);
}

const texts: ReadonlySet<string> = new Set<keyof HookBody>([
  'agent_type',
  'conversation_id',
  'session_id',
  'agent_id',
  'task',
  'file_path',
  'tool_name',
  'tool_use_id',
  'cwd',
  'branch',
]);
const events: ReadonlySet<unknown> = new Set(Object.keys(hookEffects));
/** Of characters that no field refuses, and short enough for the shortest. */
const plainText = new RegExp(`^[ -~]{1,${limits.name}}$`);

/**
 * The body if nothing about it is unusual, which is nearly always so; undefined leaves it to the schema, which takes longer
 * than all else that a hook asks for. What is plain the schema would take too, and leave as it is.
 */
export function parsePlainHookBody(fields: object): HookBody | undefined {
  for (const name in fields) {
    if (!isPlain(name, fields[name as never])) return undefined;
  }
  const body = fields as HookBody;
  if (body.event === undefined || body.workspace_slug === undefined) return undefined;
  if ((body.conversation_id ?? body.session_id) === undefined) return undefined;
  return body.agent_type === undefined ? { ...body, agent_type: 'unknown' } : body;
}

function isPlain(name: string, value: unknown): boolean {
  if (texts.has(name)) return typeof value === 'string' && plainText.test(value);
  if (name === 'event') return events.has(value);
  if (name === 'workspace_slug') return isSlug(value);
  return name === 'symbol_ids' && isShortList(value);
}

function isSlug(value: unknown): boolean {
  return typeof value === 'string' && value.length <= limits.slug && slugPattern.test(value);
}

function isShortList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > limits.symbolsPerFile) return false;
  return value.every((item) => typeof item === 'string' && plainText.test(item));
}
