import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { FileCall, HookCall } from './hook-call.ts';
import { checkWrite } from './check.ts';
import type { HookContext } from './context.ts';
import { Duplicates } from './duplicates.ts';
import { heartbeat, end, prompt, start } from './lifecycle.ts';
import type { ShellWrites } from './shell-writes.ts';
import { acquireFiles } from './acquire.ts';

type Answer = HookAnswer | Refusal;

/** Answers hooks, whatever client they come from. */
export class HookHandler {
  private readonly acquired = new Duplicates<Answer>();

  constructor(
    private readonly context: HookContext,
    private readonly shells: ShellWrites,
  ) {}

  /** A check is answered at once wherever memory is enough; everything else may wait for the relay, for a bounded time. */
  handle(call: HookCall): Answer | Promise<Answer> {
    switch (call.effect) {
      case 'check':
        return checkWrite(this.context, call);
      case 'acquire':
        return this.acquire(call);
      case 'start':
        return start(this.context, call);
      case 'prompt':
        return prompt(this.context, call);
      case 'end':
        this.shells.forget(call.conversation);
        return end(this.context, call);
      case 'heartbeat':
        return this.heartbeat(call);
    }
  }

  private heartbeat(call: Extract<HookCall, { effect: 'heartbeat' }>): Promise<Answer> {
    if (call.shell !== undefined) this.shells.note(call);
    if (call.callsServer === true && call.toolUseId !== undefined)
      this.context.mcpCallOwners.announce(call.toolUseId, call.conversation);
    return heartbeat(this.context, call);
  }

  private acquire(call: FileCall): Promise<Answer> {
    return this.acquired.once(call, () => acquireFiles(this.context, call));
  }
}
