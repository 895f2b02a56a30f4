import type { HookAnswer } from '../../sessions/contract.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, HookCall } from '../common/hook-call.ts';
import { denialOf } from '../common/answers.ts';
import { heartbeatCall, endCall, promptCall, writeCall } from '../common/call-builders.ts';
import { asPayload, textOf, type Payload, editsOf } from '../common/payload.ts';

/**
 * Windsurf. It has no hook for the start or the end of a session, so the end of an answer is the end; the next write opens it again. Its
 * agent reads nothing but the reason of a denial, which is printed as it is: the script ends with the exit code that denies.
 */
export const windsurfHooks: ClientHooks = { read, write };

function read(value: unknown): HookCall | undefined {
  const payload = asPayload(value);
  const event = textOf(payload, 'agent_action_name');
  const conversationId = textOf(payload, 'trajectory_id');
  if (event === undefined || conversationId === undefined) return undefined;
  const info = asPayload(payload?.['tool_info']);
  const call = {
    event,
    conversation: { conversationId, agentId: '' },
    agentType: 'windsurf',
    canNotify: false,
    cwd: textOf(info, 'cwd'),
  };
  return withEffect(call, info);
}

function withEffect(call: CallFacts, info: Payload | undefined): HookCall {
  switch (call.event) {
    case 'pre_user_prompt':
      return promptCall(call, textOf(info, 'user_prompt'));
    case 'pre_write_code':
      return writing(call, info, 'check');
    case 'post_write_code':
      return writing(call, info, 'acquire');
    case 'pre_run_command':
      return Object.assign(heartbeatCall(call, 'began'), {
        shellText: textOf(info, 'command_line'),
      });
    case 'post_run_command':
      return heartbeatCall(call, 'ended');
    case 'post_cascade_response':
      return endCall(call);
    default:
      return heartbeatCall(call);
  }
}

function writing(
  call: CallFacts,
  info: Payload | undefined,
  effect: 'check' | 'acquire',
): HookCall {
  const path = textOf(info, 'file_path');
  return writeCall(call, effect, path === undefined ? [] : [{ path, edits: editsOf(info) }]);
}

function write(call: HookCall, answer: HookAnswer): string {
  return call.effect === 'check' ? (denialOf(answer) ?? '') : '';
}
