/** MTG-17, ASK-3: a model at a server that gives no answer says why to people, and to the operator. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { ModelTrouble } from '../../shared/models/language-model.ts';
import { languageModel } from '../../relay/models/language-model.ts';
import { json, makeSandbox, start } from '../cli/support.ts';

interface Answering {
  server: Server;
  url: string;
  answer: { status: number; body: string };
}

const test = suite<Answering>('a model server');
const key = `sk-ant-api03-${'a1B2'.repeat(9)}`;

test.before.each(async (context) => {
  context.answer = { status: 200, body: '<html>A page</html>' };
  context.server = createServer((_request, response) => {
    const { status, body } = context.answer;
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(body);
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  context.url = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}/v1`;
});

test.after.each(({ server }) => {
  if (server.listening) server.close();
});

async function troubleAt({ url }: Answering): Promise<ModelTrouble> {
  for (const provider of ['anthropic', 'openai-compatible'] as const) {
    const model = languageModel({ provider, url, model: 'small', key });
    const error: unknown = await model.complete('', 'x').catch((one: unknown) => one);
    assert.instance(error, ModelTrouble, provider);
    if (provider === 'openai-compatible') return error as ModelTrouble;
  }
  return assert.unreachable() as never;
}

test('MTG-17 why a model server gave no answer is told with what to do, without secrets', async (at) => {
  const cases: [number, RegExp][] = [
    [401, /status 401\. It refuses the key: correct COORD_LLM_KEY/],
    [404, /status 404\..*COORD_LLM_MODEL or COORD_LLM_URL/],
    [400, /status 400\. Look at the log/],
    [200, /with no answer of a model\. Correct COORD_LLM_URL/],
  ];
  for (const [status, told] of cases) {
    const body = status === 200 ? '<html>A page</html>' : `{"error":{"message":"invalid ${key}"}}`;
    at.answer = { status, body };
    const trouble = await troubleAt(at);
    assert.match(trouble.told, told);
    assert.match(trouble.told, 'read_meeting');
    assert.not.match(`${trouble.told} ${trouble.message}`, key);
    assert.not.match(trouble.told, '127.0.0.1', 'the operator alone may know where it is');
  }
  await new Promise((resolve) => at.server.close(resolve));
  const away = await troubleAt(at);
  assert.match(away.told, 'its server cannot be reached');
});

test('MTG-17 a meeting and the log of the daemon say why its model server did not read it', async (at) => {
  at.answer = { status: 401, body: '{"error":{"message":"no such key"}}' };
  const sandbox = await makeSandbox();
  const environment = {
    COORD_LLM_PROVIDER: 'openai-compatible',
    COORD_LLM_URL: at.url,
    COORD_LLM_MODEL: 'small',
    COORD_LLM_KEY: key,
  };
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox, { environment });
  await daemon.line();
  const input = 'Ann: We decided to use JWT tokens in src/auth.ts.\n';
  for (const title of ['Login', 'Again']) {
    const made = await json<Output<'ingestMeeting'>>(
      ['meeting', 'ingest', '-', '--title', title],
      sandbox,
      { input },
    );
    assert.is(made.method, 'built-in reader');
    assert.match(made.notices?.join() ?? '', /small has not read this meeting.*refuses the key/);
  }
  daemon.stop();
  const { code, err } = await daemon.finished;
  assert.is(code, 0);
  assert.is(err.split('The language model small gave no answer').length, 2, `once: ${err}`);
  await sandbox.remove();
});

test.run();
