import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { FileCall, HookCall } from './adapter.ts';
import { checkWrite } from './check.ts';
import type { HookContext } from './context.ts';
import { Duplicates } from './duplicates.ts';
import { beat, end, prompt, start } from './lifecycle.ts';
import type { ShellWrites } from './shell.ts';
import { touchFiles } from './touch.ts';

type Answer = HookAnswer | Refusal;

/** Answers hooks, whatever client they come from. */
export class HookHandler {
  private readonly touches = new Duplicates<Answer>();

  constructor(
    private readonly context: HookContext,
    private readonly shells: ShellWrites,
  ) {}

  /** A check is answered at once wherever memory is enough; everything else may wait for the relay, for a bounded time. */
  handle(call: HookCall): Answer | Promise<Answer> {
    switch (call.effect) {
      case 'check':
        return checkWrite(this.context, call);
      case 'touch':
        return this.touch(call);
      case 'start':
        return start(this.context, call);
      case 'prompt':
        return prompt(this.context, call);
      case 'end':
        this.shells.forget(call.conversation);
        return end(this.context, call);
      case 'heartbeat':
        return this.beat(call);
    }
  }

  private beat(call: Extract<HookCall, { effect: 'heartbeat' }>): Promise<Answer> {
    if (call.shell !== undefined) this.shells.note(call);
    if (call.callsServer === true && call.toolUseId !== undefined)
      this.context.toolCalls.announce(call.toolUseId, call.conversation);
    return beat(this.context, call);
  }

  private touch(call: FileCall): Promise<Answer> {
    return this.touches.once(call, () => touchFiles(this.context, call));
  }
}
