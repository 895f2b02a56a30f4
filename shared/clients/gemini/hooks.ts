import { toolNames } from '../../sessions/tool-names.ts';
import type { HookAnswer } from '../../sessions/contract.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { contextOf, denialOf, hookSpecificOutput } from '../common/answers.ts';
import {
  heartbeatCall,
  endCall,
  promptCall,
  startCall,
  shellCall,
  writeCall,
} from '../common/call-builders.ts';
import { readClaudePayload } from '../common/claude-payload.ts';
import { asPayload, textOf, type Payload, editsOf } from '../common/payload.ts';

/**
 * Gemini CLI. `AfterAgent` comes at the end of every turn, so it is a heartbeat; `SessionEnd` ends. Its calls have no ids,
 * so a call of an MCP tool gets its session in the input. To allow, nothing is printed.
 */
export const geminiHooks: ClientHooks = { read, write };

const tools = toolNames.gemini;
/** How the tools of MCP servers are called here. */
const serverTool = 'mcp_';

/** The events whose `additionalContext` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set(['SessionStart', 'BeforeAgent', 'AfterTool']);

function read(value: unknown): HookCall | undefined {
  const facts = readClaudePayload(value, { agentType: 'gemini', notifyingEvents });
  return facts && withEffect(facts.call, facts.payload);
}

function withEffect(call: CallFacts, payload: Payload): HookCall {
  switch (call.event) {
    case 'SessionStart':
      return startCall(call);
    case 'SessionEnd':
      return endCall(call);
    case 'BeforeAgent':
      return promptCall(call, ownPrompt(payload));
    case 'BeforeTool':
      return toolCall(call, payload, 'check');
    case 'AfterTool':
      return toolCall(call, payload, 'acquire');
    case 'AfterAgent':
      // There is no hook for the end of a command that the user rejected.
      return heartbeatCall(call, 'ended');
    default:
      return heartbeatCall(call);
  }
}

/** The first prompt begins with the output of the hook at the session's start. */
function ownPrompt(payload: Payload): string | undefined {
  return textOf(payload, 'prompt')?.replace(/^<hook_context>[^]*?<\/hook_context>/, '');
}

function toolCall(call: CallFacts, payload: Payload, effect: 'check' | 'acquire'): HookCall {
  if (tools.shell.includes(call.toolName ?? ''))
    return shellCall(call, effect, asPayload(payload['tool_input']));
  if (effect === 'check' && call.toolName?.startsWith(serverTool) === true)
    return Object.assign(heartbeatCall(call), { serverInput: asPayload(payload['tool_input']) });
  const hasFailed = asPayload(payload['tool_response'])?.['error'] !== undefined;
  if (!tools.writing.includes(call.toolName ?? '') || hasFailed) return heartbeatCall(call);
  return writeCall(call, effect, filesOf(payload));
}

function filesOf(payload: Payload): FileEdit[] {
  const input = asPayload(payload['tool_input']);
  const path = textOf(input, 'file_path');
  if (path === undefined) return [];
  const edits = editsOf({ ...input, replace_all: input?.['allow_multiple'] });
  return [{ path, edits }];
}

function write(call: HookCall, answer: HookAnswer): string {
  const denial = denialOf(answer);
  if (denial !== undefined) return JSON.stringify({ decision: 'deny', reason: denial });
  if (call.effect === 'heartbeat' && call.serverInput !== undefined)
    return withSession(call.event, call.serverInput, answer);
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : hookSpecificOutput(call.event, { additionalContext: context });
}

/** What is printed takes the place of the whole input. A session that the agent has named itself stays. */
function withSession(event: string, input: Payload, answer: HookAnswer): string {
  const sessionId = 'session_id' in answer ? answer.session_id : '';
  if (sessionId === '' || input['session_id'] !== undefined) return '';
  return hookSpecificOutput(event, { tool_input: { ...input, session_id: sessionId } });
}
