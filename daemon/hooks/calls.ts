import { resolve } from 'node:path';
import type { CallFacts, HookCall } from './adapter.ts';

const maxTaskLength = 2_000;

/** A sign of life. `Object.assign`, because spreading a call takes longer than everything else on the hot path. */
export function beating(call: CallFacts, shell?: 'began' | 'ended'): HookCall {
  return Object.assign(call, { effect: 'heartbeat' as const, shell });
}

/** A path of a tool's input, from the folder that the agent works in. */
export function pathFrom({ cwd }: Pick<CallFacts, 'cwd'>, path: string): string {
  return cwd === undefined ? path : resolve(cwd, path);
}

/** Without an agent's id it would be the conversation itself that starts or ends. */
export function subagentCall(call: CallFacts, effect: 'start' | 'end'): HookCall {
  return call.conversation.agentId === '' ? beating(call) : Object.assign(call, { effect });
}

export function prompting(call: CallFacts, prompt: string | undefined): HookCall {
  return Object.assign(call, { effect: 'prompt' as const, task: taskIn(prompt) });
}

/** The task that a prompt gives; undefined for none. */
function taskIn(prompt: string | undefined): string | undefined {
  const task = prompt?.trim();
  return task === undefined || task === ''
    ? undefined
    : task.slice(0, maxTaskLength).toWellFormed();
}
