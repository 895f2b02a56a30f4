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

/** The task that a prompt gives; undefined for none. */
export function taskIn(prompt: string | undefined): string | undefined {
  const task = prompt?.trim();
  return task === undefined || task === ''
    ? undefined
    : task.slice(0, maxTaskLength).toWellFormed();
}
