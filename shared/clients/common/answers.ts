import { asText } from '../../kernel/display.ts';
import type { HookAnswer } from '../../sessions/contract.ts';
import type { HookCall } from './hook-call.ts';

/** Of a context of 10,000 characters or more, agents see only the beginning. */
const maxTextLength = 9_900;

/** The texts of an answer for the agent: a briefing, a message, or both. */
export function contextOf(answer: HookAnswer): string {
  const context = 'additional_context' in answer ? answer.additional_context : undefined;
  const message = 'message' in answer ? answer.message : undefined;
  const texts = [context, message].filter((text) => text !== undefined && text !== '');
  return bounded(texts.join('\n'));
}

/** Why a write is denied; undefined when it is not. */
export function denialOf(answer: HookAnswer): string | undefined {
  return 'permission' in answer && answer.permission === 'deny'
    ? bounded(answer.message)
    : undefined;
}

/** The form that Claude Code made and others took over: a decision or a context, by the name of the event. */
export function hookSpecificOutput(event: string, fields: Readonly<Record<string, unknown>>) {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } });
}

/** Denies a write in that form. */
function permissionDenial(reason: string): string {
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return hookSpecificOutput('PreToolUse', decision);
}

/** Claude Code's answers, which Codex and VS Code take word for word. To allow, nothing is printed. */
export function writePermissionDecision(call: HookCall, answer: HookAnswer): string {
  const denial = call.effect === 'check' ? denialOf(answer) : undefined;
  if (denial !== undefined) return permissionDenial(denial);
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : hookSpecificOutput(call.event, { additionalContext: context });
}

/** TXT-4: whole lines, as far as they fit; the one way of texts to an agent, whoever wrote them. */
function bounded(given: string): string {
  const text = asText(given);
  if (text.length <= maxTextLength) return text;
  const end = text.lastIndexOf('\n', maxTextLength);
  return text.slice(0, end > 0 ? end : maxTextLength).toWellFormed();
}
