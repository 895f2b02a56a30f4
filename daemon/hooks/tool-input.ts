import type { Edit } from '../index/edits.ts';
import { asPayload, type Payload } from './payload.ts';

/**
 * The edits in a tool's input as Claude Code and its kin write them: `content`, or `old_string` and `new_string`, or
 * `edits` with several of those. Undefined when the input tells no edit.
 */
export function editsOf(input: Payload | undefined): Edit[] | undefined {
  if (input === undefined) return undefined;
  if (typeof input['content'] === 'string') return [{ kind: 'write', content: input['content'] }];
  const parts = Array.isArray(input['edits']) ? (input['edits'] as unknown[]) : [input];
  const edits = parts.map((part) => replacementOf(asPayload(part)));
  const known = edits.filter((edit) => edit !== undefined);
  return known.length > 0 && known.length === edits.length ? known : undefined;
}

function replacementOf(part: Payload | undefined): Edit | undefined {
  const oldText = part?.['old_string'];
  const newText = part?.['new_string'];
  if (typeof oldText !== 'string' || typeof newText !== 'string') return undefined;
  return { kind: 'replace', oldText, newText, all: part?.['replace_all'] === true };
}
