import type { HookAnswer } from '../../sessions/contract.ts';
import { contextOf, denialOf } from '../common/answers.ts';
import { filesOfPatch } from '../common/apply-patch.ts';
import {
  endCall,
  heartbeatCall,
  promptCall,
  startCall,
  shellCall,
  writeCall,
} from '../common/call-builders.ts';
import type { ClientHooks } from '../common/client-hooks.ts';
import type { Edit } from '../common/edit.ts';
import type { CallFacts, FileEdit, HookCall } from '../common/hook-call.ts';
import { asPayload, firstText, textOf, type Payload } from '../common/payload.ts';

/**
 * Cline, in the terminal and in VS Code. Its hooks are files, run for every tool; both hosts call them, with names of their own
 * for the events. A task has no end but that of its last run, so the end of a run is the end; the next write opens it again. Of
 * the answers only those to hooks of a tool are read. A denial ends the run: there is no form that denies the one tool.
 */
export const clineHooks: ClientHooks = { read, write };

/** What the terminal calls the events, in the words of VS Code, which are the names of the files too. */
const fileNames: Readonly<Record<string, string>> = {
  agent_start: 'TaskStart',
  agent_resume: 'TaskResume',
  prompt_submit: 'UserPromptSubmit',
  tool_call: 'PreToolUse',
  tool_result: 'PostToolUse',
  agent_end: 'TaskComplete',
  agent_abort: 'TaskCancel',
};

const shellTools: ReadonlySet<string> = new Set(['run_commands', 'execute_command']);
const writeTools: ReadonlySet<string> = new Set(['editor', 'write_to_file', 'replace_in_file']);
const patchTool = 'apply_patch';

/** The events whose `contextModification` reaches the agent. */
const notifyingEvents: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse']);

function read(value: unknown): HookCall | undefined {
  const payload = asPayload(value);
  const name = textOf(payload, 'hookName');
  const taskId = textOf(payload, 'taskId');
  if (payload === undefined || name === undefined || taskId === undefined) return undefined;
  const event = fileNames[name] ?? name;
  const ofTool = asPayload(payload[event === 'PreToolUse' ? 'preToolUse' : 'postToolUse']);
  const call = {
    event,
    conversation: conversationOf(payload, taskId),
    agentType: 'cline',
    canNotify: notifyingEvents.has(event),
    cwd: firstText(payload['workspaceRoots']),
    toolName: textOf(ofTool, 'toolName'),
    toolUseId: textOf(asPayload(payload['tool_call'] ?? payload['tool_result']), 'id'),
  };
  return withEffect(call, payload, ofTool);
}

/** A subagent names its parent and belongs to the session of that one. */
function conversationOf(payload: Payload, taskId: string): CallFacts['conversation'] {
  if (textOf(payload, 'parent_agent_id') === undefined)
    return { conversationId: taskId, agentId: '' };
  const root = textOf(asPayload(payload['sessionContext']), 'rootSessionId');
  return { conversationId: root ?? taskId, agentId: textOf(payload, 'agent_id') ?? taskId };
}

function withEffect(call: CallFacts, payload: Payload, ofTool: Payload | undefined): HookCall {
  switch (call.event) {
    case 'TaskStart':
    case 'TaskResume':
      return startCall(call);
    case 'UserPromptSubmit':
      return promptCall(call, textOf(asPayload(payload['userPromptSubmit']), 'prompt'));
    case 'PreToolUse':
      return toolCall(call, ofTool, 'check');
    case 'PostToolUse':
      return ofTool?.['success'] === false && !shellTools.has(call.toolName ?? '')
        ? heartbeatCall(call)
        : toolCall(call, ofTool, 'acquire');
    case 'TaskComplete':
    case 'TaskCancel':
      return endCall(call);
    default:
      return heartbeatCall(call);
  }
}

function toolCall(
  call: CallFacts,
  ofTool: Payload | undefined,
  effect: 'check' | 'acquire',
): HookCall {
  const tool = call.toolName ?? '';
  if (shellTools.has(tool)) return shellCall(call, effect, asPayload(ofTool?.['parameters']));
  if (tool !== patchTool && !writeTools.has(tool)) return heartbeatCall(call);
  return writeCall(call, effect, filesOf(tool, asPayload(ofTool?.['parameters'])));
}

function filesOf(tool: string, parameters: Payload | undefined): FileEdit[] {
  if (tool === patchTool) return filesOfPatch(textOf(parameters, 'input') ?? '');
  const path = textOf(parameters, 'path');
  return path === undefined ? [] : [{ path, edits: editsOf(parameters) }];
}

/** What is not a text in the tool's input comes as JSON. An insertion names a line only, and the edit is then not known. */
function editsOf(parameters: Payload | undefined): Edit[] | undefined {
  const diff = parameters?.['diff'];
  if (typeof diff === 'string') return replacementsOf(diff);
  const content = parameters?.['content'];
  if (typeof content === 'string') return [{ kind: 'write', content }];
  const newText = parameters?.['new_text'];
  const line = parameters?.['insert_line'];
  if (typeof newText !== 'string' || (line !== undefined && line !== 'null')) return undefined;
  const oldText = parameters?.['old_text'];
  if (typeof oldText === 'string' && oldText !== 'null')
    return [{ kind: 'replace', oldText, newText, all: false }];
  return [{ kind: 'replace', oldText: '', newText, all: false }];
}

const marks = {
  search: /^[-<]{3,} ?SEARCH>?$/,
  between: /^={3,}$/,
  replace: /^[+>]{3,} ?REPLACE>?$/,
};

/**
 * The blocks of `replace_in_file`, each with the lines to find and those to put in their place. Undefined where one finds
 * nothing, which replaces the whole file, and where the text is something else.
 */
function replacementsOf(diff: string): Edit[] | undefined {
  const edits: Edit[] = [];
  let [before, after]: [string[] | undefined, string[] | undefined] = [undefined, undefined];
  for (const line of diff.split(/\r?\n/)) {
    if (marks.search.test(line)) [before, after] = [[], undefined];
    else if (before !== undefined && after === undefined && marks.between.test(line)) after = [];
    else if (before !== undefined && after !== undefined && marks.replace.test(line)) {
      if (before.length === 0) return undefined;
      edits.push(replacement(before, after));
      [before, after] = [undefined, undefined];
    } else (after ?? before)?.push(line);
  }
  return before === undefined && edits.length > 0 ? edits : undefined;
}

function replacement(before: readonly string[], after: readonly string[]): Edit {
  const [oldText, newText] = [before.join('\n'), after.join('\n')];
  const chunk = { headings: [], additions: 'inPlace' } as const;
  return { kind: 'replace', oldText, newText, all: false, chunk };
}

function write(call: HookCall, answer: HookAnswer): string {
  const denial = call.effect === 'check' ? denialOf(answer) : undefined;
  if (denial !== undefined) return JSON.stringify({ cancel: true, errorMessage: denial });
  const context = call.canNotify ? contextOf(answer) : '';
  return context === '' ? '' : JSON.stringify({ contextModification: context });
}
