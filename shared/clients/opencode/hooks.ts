import { toolNames } from '../../sessions/tool-names.ts';
import type { HookAnswer } from '../../sessions/contract.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { contextOf, denialOf } from '../common/answers.ts';
import {
  heartbeatCall,
  endCall,
  promptCall,
  startCall,
  shellCall,
  writeCall,
} from '../common/call-builders.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import { asPayload, textOf, type Payload, editsOf } from '../common/payload.ts';

/**
 * OpenCode, by the plugin that `coord init` writes: it sends what OpenCode's own hooks get, under their names, and takes
 * `deny` or `context`. `session.idle` comes at the end of every turn. A subagent is a session of its own that names its parent.
 */
export const opencodeHooks: ClientHooks = { read, write };

/** The events whose answer the plugin hands to the agent. */
const notifyingEvents: ReadonlySet<string> = new Set(['session.created', 'tool.execute.after']);

function read(value: unknown): HookCall | undefined {
  const payload = asPayload(value);
  const event = textOf(payload, 'event');
  const sessionId = textOf(payload, 'sessionID');
  if (payload === undefined || event === undefined || sessionId === undefined) return undefined;
  const parentId = textOf(payload, 'parentID');
  const call = {
    event,
    conversation: {
      conversationId: parentId ?? sessionId,
      agentId: parentId === undefined ? '' : sessionId,
    },
    agentType: 'opencode',
    canNotify: notifyingEvents.has(event),
    cwd: textOf(payload, 'directory'),
    toolName: textOf(payload, 'tool'),
    toolUseId: textOf(payload, 'callID'),
  };
  return withEffect(call, payload);
}

function withEffect(call: CallFacts, payload: Payload): HookCall {
  switch (call.event) {
    case 'session.created':
      return startCall(call);
    case 'session.deleted':
      return endCall(call);
    case 'session.idle':
      // No command runs between turns, even if no hook reported its end.
      return heartbeatCall(call, 'ended');
    case 'chat.message':
      return promptCall(call, textOf(payload, 'prompt'));
    case 'tool.execute.before':
      return toolCall(call, payload, 'check');
    case 'tool.execute.after':
      return toolCall(call, payload, 'acquire');
    default:
      return heartbeatCall(call);
  }
}

function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  if (toolNames.opencode.shell.includes(call.toolName ?? ''))
    return shellCall(call, effect, asPayload(payload['args']));
  const files = filesOf(asPayload(payload['args']));
  return files === undefined ? heartbeatCall(call) : writeCall(call, effect, files);
}

/** Undefined where the tool names neither a file nor a patch. */
function filesOf(args: Payload | undefined): FileEdit[] | undefined {
  const patch = textOf(args, 'patchText');
  if (patch !== undefined) return filesOfPatch(patch, 'atEnd');
  const path = textOf(args, 'filePath');
  return path === undefined ? undefined : [{ path, edits: editsOf(args) }];
}

function write(call: HookCall, answer: HookAnswer): string {
  const denial = call.effect === 'check' ? denialOf(answer) : undefined;
  if (denial !== undefined) return JSON.stringify({ deny: denial });
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : JSON.stringify({ context });
}
