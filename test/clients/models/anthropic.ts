import {
  beginEvents,
  sendJson,
  type Answer,
  type Dialect,
  type SendEvent,
} from '../scripted-model.ts';

/** The Messages API: streamed and plain answers, token counts, and an empty answer to anything else. */
export const anthropicMessages: Dialect = {
  read(path, body) {
    const { messages = [], tools = [] } = body as MessagesBody;
    if (path !== '/v1/messages' || tools.length === 0) return undefined;
    const sent = messages.filter(({ role }) => role !== 'assistant').flatMap(contentOf);
    const first = messages.find(({ role }) => role === 'user');
    return {
      opening: first ? contentOf(first).map(textOf) : [],
      played: messages.length - messages.filter(({ role }) => role !== 'assistant').length,
      received: sent.map(textOf),
      toolResults: sent
        .filter(({ type }) => type === 'tool_result')
        .map((block) => ({ text: textOf(block), isError: block.is_error === true })),
    };
  },
  send(response, answer, body) {
    const { stream, model = 'scripted' } = body as MessagesBody;
    if (stream !== true) return sendJson(response, messageOf(answer, model));
    const send = beginEvents(response);
    const opened = { ...messageOf(answer, model), content: [], stop_reason: null };
    send('message_start', { message: opened });
    contentBlocks(answer).forEach((block, index) => sendBlock(send, block, index));
    const delta = { stop_reason: stopReason(answer), stop_sequence: null };
    send('message_delta', { delta, usage: { output_tokens: 1 } });
    send('message_stop', {});
    response.end();
  },
  sendAside(response, path, body) {
    if (path === '/v1/messages/count_tokens') sendJson(response, { input_tokens: 100 });
    else if (path === '/v1/messages')
      this.send(response, { id: 'side_call', said: [{ say: 'ok' }] }, body);
    else sendJson(response, {});
  },
};

interface MessagesBody {
  model?: string;
  stream?: boolean;
  messages?: Message[];
  tools?: unknown[];
}

interface Message {
  role: string;
  content: string | ContentBlock[];
}

interface ContentBlock {
  type: string;
  text?: string;
  content?: unknown;
  is_error?: boolean;
}

function contentOf(message: Message): ContentBlock[] {
  return typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : message.content;
}

function textOf(block: ContentBlock): string {
  if (block.text !== undefined) return block.text;
  if (typeof block.content === 'string') return block.content;
  if (Array.isArray(block.content)) return (block.content as ContentBlock[]).map(textOf).join('\n');
  return '';
}

function contentBlocks({ id, said }: Answer): Record<string, unknown>[] {
  return said.map((one, index) =>
    'say' in one
      ? { type: 'text', text: one.say }
      : { type: 'tool_use', id: `toolu_${id}_${index}`, name: one.use, input: one.input },
  );
}

function stopReason({ said }: Answer): string {
  return said.some((one) => 'use' in one) ? 'tool_use' : 'end_turn';
}

function messageOf(answer: Answer, model: string): Record<string, unknown> {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: contentBlocks(answer),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function sendBlock(send: SendEvent, block: Record<string, unknown>, index: number): void {
  const isText = block['type'] === 'text';
  const opened = isText ? { ...block, text: '' } : { ...block, input: {} };
  send('content_block_start', { index, content_block: opened });
  const delta = isText
    ? { type: 'text_delta', text: block['text'] }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) };
  send('content_block_delta', { index, delta });
  send('content_block_stop', { index });
}
