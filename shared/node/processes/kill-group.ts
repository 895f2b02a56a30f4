import type { ChildProcess } from 'node:child_process';
import { kill } from 'node:process';

/** Signals a process that leads a group of its own, and all that it has started there. */
export function killGroup({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    kill(-pid, name);
  } catch {
    // All of them have ended.
  }
}
