import type { HookAnswer } from '../../shared/sessions/contract.ts';

/** Of a context of 10,000 characters or more Claude Code and Codex show their agents only the beginning. */
const maxContextLength = 9_900;

/** Why the write is denied; undefined where it is not. */
export function denialIn(answer: HookAnswer): string | undefined {
  const isDenied = 'permission' in answer && answer.permission === 'deny';
  return isDenied ? bounded(answer.message) : undefined;
}

/** What the agent is to be told besides; empty for nothing. */
export function contextIn(answer: HookAnswer): string {
  const context = 'additional_context' in answer ? answer.additional_context : undefined;
  const message = 'message' in answer ? answer.message : undefined;
  const texts = [context, message].filter((text) => text !== undefined && text !== '');
  return bounded(texts.join('\n'));
}

/** Whole lines, as far as they fit. */
function bounded(text: string): string {
  if (text.length <= maxContextLength) return text;
  const end = text.lastIndexOf('\n', maxContextLength);
  return text.slice(0, end > 0 ? end : maxContextLength).toWellFormed();
}
