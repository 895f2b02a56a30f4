import { beginEvents, sendJson, type Answer, type Dialect, type Said } from '../scripted-model.ts';

/** The Responses API, streamed. */
export const openaiResponses: Dialect = {
  read(path, body) {
    const { input = [], tools = [] } = body as ResponsesBody;
    if (!path.endsWith('/responses') || tools.length === 0) return undefined;
    const own = ownItems(input);
    const sent = own.filter((item) => !isOfModel(item));
    return {
      opening: sent.filter((item) => item.role === 'user' || isOrder(item)).flatMap(textsOf),
      played: own.filter((item, at) => isOfModel(item) && !isOfModel(own[at - 1])).length,
      received: sent.flatMap(textsOf),
      toolResults: sent
        .filter(({ type }) => type.endsWith('_call_output'))
        .map((item) => resultOf(textsOf(item).join('\n'))),
    };
  },
  send(response, { id, said }, body) {
    const send = beginEvents(response);
    send('response.created', { response: { id: `resp_${id}` } });
    itemsOf({ id, said }, body as ResponsesBody).forEach((item, index) =>
      send('response.output_item.done', { output_index: index, item }),
    );
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    send('response.completed', { response: { id: `resp_${id}`, usage } });
    response.end();
  },
  sendAside: (response) => sendJson(response, {}),
};

interface ResponsesBody {
  input?: Item[];
  tools?: { type: string; name?: string }[];
}

interface Item {
  type: string;
  role?: string;
  recipient?: string;
  content?: Part[];
  output?: string | Part[];
}

interface Part {
  text?: string;
  encrypted_content?: string;
}

const modelItems = ['function_call', 'custom_tool_call', 'reasoning'];

function isOfModel(item: Item | undefined): boolean {
  return item !== undefined && (item.role === 'assistant' || modelItems.includes(item.type));
}

/** A subagent is shown its parent's conversation, and then its own task as a message between agents. */
function ownItems(input: Item[]): Item[] {
  const start = input.findIndex(isOrder);
  return start === -1 ? input : input.slice(start);
}

function isOrder({ type, recipient }: Item): boolean {
  return type === 'agent_message' && recipient !== '/root';
}

function textsOf({ content, output = [] }: Item): string[] {
  if (typeof output === 'string') return [output];
  return [...(content ?? []), ...output].map(
    ({ text, encrypted_content: hidden }) => text ?? hidden ?? '',
  );
}

/** The API has no mark for a call that failed: it is known by its words. */
function resultOf(text: string): { text: string; isError: boolean } {
  return { text, isError: /^(Command blocked by|apply_patch verification failed)/.test(text) };
}

function itemsOf({ id, said }: Answer, { tools = [] }: ResponsesBody): object[] {
  const freeform = new Set(tools.filter(({ type }) => type === 'custom').map(({ name }) => name));
  return said.map((one, index) => itemOf(one, `${id}_${index}`, freeform));
}

function itemOf(one: Said, id: string, freeform: ReadonlySet<string | undefined>): object {
  if ('say' in one) {
    const content = [{ type: 'output_text', text: one.say }];
    return { type: 'message', role: 'assistant', id: `msg_${id}`, content };
  }
  const call = { call_id: `call_${id}`, name: one.use };
  if (freeform.has(one.use)) return { ...call, type: 'custom_tool_call', input: one.input };
  const [, namespace, name] = /^(mcp__[^_]+|collaboration)__(.+)$/.exec(one.use) ?? [];
  const own = namespace === undefined ? {} : { namespace, name };
  return { ...call, ...own, type: 'function_call', arguments: JSON.stringify(one.input) };
}
