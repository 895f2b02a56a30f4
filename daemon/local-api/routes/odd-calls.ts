import { asPayload, textOf, type Payload } from '../../../shared/clients/common/payload.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

const ofNoSession = 'The call of a tool does not say of which event and session it is.';

/** By which names clients say event, session and tool. */
const ofCall = [
  'hook_event_name',
  'hookName',
  'agent_action_name',
  'event',
  'session_id',
  'sessionId',
  'sessionID',
  'conversation_id',
  'trajectory_id',
  'taskId',
  'tool_name',
  'toolName',
];
const ofFile = ['file_path', 'filePath', 'path', 'notebook_path'];

/**
 * HOK-5: what is read as no call, and may be one before a write all the same, does not pass in silence. Undefined for an event
 * that is none of coord's business.
 */
export function refusalOfNoCall(body: Buffer, given: unknown): Refusal | undefined {
  if (body.length === 0) return refuse('ValidationError', 'The call is empty.');
  const payload = asPayload(given);
  if (payload === undefined) return refuse('ValidationError', 'The body must be a JSON object.');
  const odd = oddField(payload, ofCall);
  if (odd !== undefined) return noText(odd);
  const tool = textOf(payload, 'tool_name') ?? textOf(payload, 'toolName');
  return tool === undefined ? undefined : refuse('ValidationError', ofNoSession);
}

/** HOK-5: of a call before a write that names no file: whether it has something else in a file's place. */
export function refusalOfNoFile(given: unknown): Refusal | undefined {
  const payload = asPayload(given) ?? {};
  for (const [name, value] of [['', payload], ...Object.entries(payload)] as const) {
    const odd = oddField(asPayload(value) ?? {}, ofFile);
    if (odd !== undefined) return noText(name === '' ? odd : `${name}.${odd}`);
  }
  return undefined;
}

/** Some clients write null where they have nothing to say. */
function oddField(payload: Payload, names: readonly string[]): string | undefined {
  return names.find((name) => (payload[name] ?? '') !== '' && typeof payload[name] !== 'string');
}

function noText(field: string): Refusal {
  return refuse('ValidationError', `${field} must be a text.`, { field });
}
