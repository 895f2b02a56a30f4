import { limits, slugPattern } from '../contract/fields.ts';
import { invalidInput } from '../contract/invalid.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { sessionOperations, type HookBody } from './contract.ts';
import { hookEffects } from './hook-effects.ts';
import { lacksFile } from './hook-file.ts';
import { isPlainChanges } from './plain-changes.ts';

/** The hook body in the fields of a JSON object. Refused with a ValidationError: what the schema does not accept. */
export function parseHookBody(fields: object): HookBody | Refusal {
  const plain = parsePlainHookBody(fields);
  if (plain !== undefined) return plain;
  const parsed = sessionOperations.hook.input.safeParse(fields);
  return parsed.success ? parsed.data : invalidInput(parsed.error, fields);
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
/** Text that every text field accepts: ASCII, and no longer than the shortest limit. */
const plainText = new RegExp(`^[ -~]{1,${limits.name}}$`);

/**
 * The fast path: checks a usual body by hand, because the schema takes longer than all the rest of a hook. Undefined leaves
 * the body to the schema. What is accepted here the schema accepts too, and leaves unchanged.
 */
export function parsePlainHookBody(fields: object): HookBody | undefined {
  for (const name in fields) {
    if (!isPlain(name, fields[name as never])) return undefined;
  }
  const body = fields as HookBody;
  if (body.event === undefined || body.workspace_slug === undefined) return undefined;
  if ((body.conversation_id ?? body.session_id) === undefined || lacksFile(body)) return undefined;
  return body.agent_type === undefined ? { ...body, agent_type: 'unknown' } : body;
}

function isPlain(name: string, value: unknown): boolean {
  if (texts.has(name)) return typeof value === 'string' && plainText.test(value);
  if (name === 'event') return events.has(value);
  if (name === 'workspace_slug') return isSlug(value);
  if (name === 'changes') return isPlainChanges(value);
  return name === 'symbol_ids' && isShortList(value);
}

function isSlug(value: unknown): boolean {
  return typeof value === 'string' && value.length <= limits.slug && slugPattern.test(value);
}

function isShortList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > limits.symbolsPerFile) return false;
  return value.every((item) => typeof item === 'string' && plainText.test(item));
}
