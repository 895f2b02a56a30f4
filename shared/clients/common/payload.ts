import { isRecord } from '../../kernel/json.ts';
import type { Edit } from './edit.ts';

/** Reads of JSON that a client sent: anything may be missing or of another type. */
export type Payload = Readonly<Record<string, unknown>>;

export function asPayload(value: unknown): Payload | undefined {
  return isRecord(value) ? value : undefined;
}

/** Empty for what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first text of a list. */
export function firstText(value: unknown): string | undefined {
  const [first] = listOf(value);
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** A text that is there and not empty. */
export function textOf(payload: Payload | undefined, field: string): string | undefined {
  const value = payload?.[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The edits in a tool's input: a whole text, or an old and a new one, or `edits` with several of those, in the spellings of
 * Claude Code, VS Code, OpenCode and Copilot. Undefined when the input has no edit.
 */
export function editsOf(input: Payload | undefined): Edit[] | undefined {
  if (input === undefined) return undefined;
  const content = input['content'] ?? input['file_text'];
  if (typeof content === 'string') return [{ kind: 'write', content }];
  const parts = Array.isArray(input['edits']) ? (input['edits'] as unknown[]) : [input];
  const edits = parts.map((part) => replacementOf(asPayload(part)));
  const known = edits.filter((edit) => edit !== undefined);
  return known.length > 0 && known.length === edits.length ? known : undefined;
}

function replacementOf(part: Payload = {}): Edit | undefined {
  const oldText = part['old_string'] ?? part['oldString'] ?? part['old_str'];
  const newText = part['new_string'] ?? part['newString'] ?? part['new_str'];
  if (typeof oldText !== 'string' || typeof newText !== 'string') return undefined;
  const all = part['replace_all'] === true || part['replaceAll'] === true;
  return { kind: 'replace', oldText, newText, all };
}
