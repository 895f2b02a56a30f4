import type { ServerResponse } from 'node:http';
import { sendJson, type Answer, type Dialect } from '../scripted-model.ts';

/** The Gemini API: streamed and plain answers, and token counts. */
export const googleGenerate: Dialect = {
  read(path, body) {
    const { contents = [], tools = [] } = body as GenerateBody;
    if (!path.includes(':streamGenerateContent') || tools.length === 0) return undefined;
    const parts = contents.filter(({ role }) => role === 'user').flatMap((one) => one.parts ?? []);
    const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
    return {
      opening: parts.map(({ text = '' }) => withoutContext(text)),
      played: contents.filter(({ role }) => role === 'model').length,
      received: parts.map(({ text, functionResponse }) => text ?? JSON.stringify(functionResponse)),
      toolResults: results.map(({ response = {} }) => ({
        text: String(response['error'] ?? response['output'] ?? ''),
        isError: 'error' in response,
      })),
    };
  },
  send: (response, answer) => sendStreamed(response, answerOf(answer)),
  sendAside(response, path) {
    const answer = answerOf({ id: 'side_call', said: [{ say: 'ok' }] });
    if (path.includes(':streamGenerateContent')) sendStreamed(response, answer);
    else sendJson(response, path.includes(':countTokens') ? { totalTokens: 1 } : answer);
  },
};

interface GenerateBody {
  contents?: { role?: string; parts?: Part[] }[];
  tools?: unknown[];
}

interface Part {
  text?: string;
  functionResponse?: { response?: Record<string, unknown> };
}

/** The client puts what hooks add before the prompt. */
function withoutContext(text: string): string {
  return text.replace(/^<hook_context>[^]*?<\/hook_context>\s*/, '');
}

function answerOf({ said }: Answer): object {
  const parts = said.map((one) =>
    'say' in one ? { text: one.say } : { functionCall: { name: one.use, args: one.input } },
  );
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

function sendStreamed(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(answer)}\n\n`);
}
