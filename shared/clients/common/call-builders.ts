import { asText } from '../../kernel/display.ts';
import { taskIn } from '../../sessions/rules.ts';
import type { CallFacts, FileEdit, HookCall } from './hook-call.ts';
import type { Payload } from './payload.ts';

/**
 * What clients' events mean, once the client's own words are read. `Object.assign`, because spreading a call takes longer
 * than everything else on the hot path.
 */

/** Longer than what is kept of a task, so that a secret over its end is seen whole before it is cut (RED-1). */
const readTaskLength = 6_000;

/** More than a command needs to name the files that it writes. */
const maxShellText = 20_000;

export function startCall(call: CallFacts): HookCall {
  return Object.assign(call, { effect: 'start' as const });
}

export function endCall(call: CallFacts): HookCall {
  return Object.assign(call, { effect: 'end' as const });
}

export function promptCall(call: CallFacts, prompt: string | undefined): HookCall {
  return Object.assign(call, { effect: 'prompt' as const, task: promptedTask(prompt) });
}

/** The session lives; a shell command of its agent may have begun or ended. */
export function heartbeatCall(call: CallFacts, shell?: 'began' | 'ended'): HookCall {
  return Object.assign(call, { effect: 'heartbeat' as const, shell });
}

/** The hook before a shell command, or the one after it; `input` is that of the client's tool. */
export function shellCall(
  call: CallFacts,
  effect: 'check' | 'acquire',
  input: Payload | undefined,
): HookCall {
  const began = heartbeatCall(call, effect === 'check' ? 'began' : 'ended');
  return Object.assign(began, { shellText: shellTextIn(input) });
}

/** One text, or a program with its arguments. */
function shellTextIn(input: Payload | undefined): string | undefined {
  const { command } = input ?? {};
  const parts = Array.isArray(command) ? command : [command];
  const text = parts.filter((part) => typeof part === 'string').join(' ');
  return text === '' ? undefined : text.slice(0, maxShellText);
}

/** The hook before a write, or the one after it. Without a file there is nothing to reserve, and nothing is checked (HOK-5). */
export function writeCall(
  call: CallFacts,
  effect: 'check' | 'acquire',
  files: readonly FileEdit[],
): HookCall {
  const isEmpty = effect === 'acquire' && files.length === 0;
  return isEmpty ? heartbeatCall(call) : Object.assign(call, { effect, files });
}

export function serverToolCall(call: CallFacts): HookCall {
  return Object.assign(call, { effect: 'heartbeat' as const, callsServer: true });
}

/** Without an agent's id it would be the conversation itself that starts or ends. */
export function subagentCall(call: CallFacts, effect: 'start' | 'end'): HookCall {
  if (call.conversation.agentId === '') return heartbeatCall(call);
  return effect === 'start' ? startCall(call) : endCall(call);
}

/** The task that a prompt sets, without what nobody sees (TXT-6); undefined where it names no work (SES-8). */
function promptedTask(prompt: string | undefined): string | undefined {
  const said = prompt?.trim().slice(0, readTaskLength).toWellFormed();
  return taskIn({ prompt: said && asText(said) });
}
