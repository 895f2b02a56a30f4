import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type {
  AgentAnswer,
  AgentAnswers,
  NewAgentAnswer,
} from '../../shared/dashboard/agent-answers.ts';
import { openFeed, type FeedReader } from '../support/streams.ts';
import { eventually } from '../support/waiting.ts';
import { Sandbox, TestDaemon } from './support.ts';

const test = suite('what agents were answered');
const sandbox = new Sandbox();
let daemon: TestDaemon;
const open: FeedReader[] = [];

test.before(async () => {
  daemon = await TestDaemon.start(sandbox.repository('shop'), sandbox.folder('home'));
});

test.after(async () => {
  await daemon.daemon.close();
  for (const reader of open) reader.close();
  sandbox.remove();
});

async function answers(headers: Record<string, string> = {}): Promise<AgentAnswers> {
  const { status, body } = await daemon.send('GET', '/agents/answers', undefined, headers);
  assert.is(status, 200);
  return body as unknown as AgentAnswers;
}

async function answersOf(conversation: string): Promise<readonly AgentAnswer[]> {
  const { agents } = await answers();
  return agents.find((one) => one.conversation_id === conversation)?.answers ?? [];
}

async function follow(since = '', authorization = `Bearer ${daemon.token}`): Promise<FeedReader> {
  const path = `/agents/answers/stream${since}`;
  const reader = await openFeed({ url: daemon.daemon.url, path, headers: { authorization } });
  open.push(reader);
  return reader;
}

function told(reader: FeedReader): NewAgentAnswer[] {
  return reader.events.map(({ data }) => data as unknown as NewAgentAnswer);
}

async function tabToken(): Promise<string> {
  const made = await daemon.send('POST', '/dashboard/code', {});
  const { code } = made.body as { code: string };
  const headers = { authorization: '', origin: daemon.daemon.url };
  const traded = await daemon.send('POST', '/dashboard/session', { code }, headers);
  return (traded.body as { token: string }).token;
}

test('LOC-9: allowed, denied and quiet hooks are listed with what the agent was told', async () => {
  await daemon.hook('sessionStart', 'ada', { task: 'Remember logins', agent_type: 'claude-code' });
  const change = ['remembered: false', 'remembered: true'] as const;
  assert.is(await daemon.edits('ada', 'src/auth.ts', change), '');
  await daemon.claude('SessionStart', 'bob');
  const denied = await daemon.edits('bob', 'src/auth.ts', ['remembered: true', 'remembered: 1']);
  assert.match(denied, 'deny');
  const ofAda = await answersOf('ada');
  const check = ofAda.find(({ event }) => event === 'PreToolUse');
  assert.equal([check?.answer, check?.file, check?.text], ['allow', 'src/auth.ts', '']);
  assert.is(ofAda.find(({ event }) => event === 'PostToolUse')?.answer, 'quiet');
  const denial = (await answersOf('bob')).at(-1);
  assert.equal([denial?.answer, denial?.file], ['deny', 'src/auth.ts']);
  const reason = (JSON.parse(denied) as Record<string, Record<string, string>>)[
    'hookSpecificOutput'
  ]?.['permissionDecisionReason'];
  assert.is(denial?.text, reason);
  assert.ok((denial?.took_ms ?? 0) > 0);
  assert.ok(Date.parse(denial?.at ?? '') > Date.now() - 60_000);
});

test('LOC-9: the agent that was answered last comes first, with its session and its task', async () => {
  await daemon.hook('sessionStart', 'cleo', { task: 'Write the docs', agent_type: 'cursor' });
  const { agents, newest } = await answers();
  const [last] = agents;
  assert.equal([last?.conversation_id, last?.agent_type], ['cleo', 'cursor']);
  assert.is(last?.task, 'Write the docs');
  assert.match(last?.session_id ?? '', /^sess_/);
  assert.is(last?.answers.at(-1)?.answer, 'told', 'the briefing');
  assert.is(last?.answers.at(-1)?.seq, newest);
});

test('LOC-9: what sync answered is listed too', async () => {
  const started = await daemon.hook('sessionStart', 'dora', { task: 'Read' });
  const body = { session_id: started['session_id'], task: 'Read', files: ['src/auth.ts'] };
  const path = `/workspaces/${daemon.workspaceId}/sync`;
  const { text } = await daemon.send('POST', path, body);
  const sync = await eventually('the answer of sync', async () =>
    (await answersOf('dora')).find(({ event }) => event === 'sync'),
  );
  assert.is(sync.answer, 'told');
  assert.is(sync.text, text.slice(0, 4_096));
});

test('LOC-9: each new answer is streamed, after the one that a page has read', async () => {
  const { newest } = await answers();
  const [reader, later] = [await follow(`?since=${newest}`), await follow()];
  await daemon.hook('sessionStart', 'eve', { task: 'Follow' });
  const path = join(daemon.root, 'src/auth.ts');
  await daemon.hook('preToolUse', 'eve', { file_path: path });
  for (const one of [reader, later])
    await eventually('both answers', async () => (told(one).length >= 2 ? true : undefined));
  assert.equal(
    told(reader).map(({ agent, answer }) => [agent.conversation_id, answer.event, answer.seq]),
    [
      ['eve', 'sessionStart', newest + 1],
      ['eve', 'preToolUse', newest + 2],
    ],
  );
  const again = await follow(`?since=${newest + 1}`);
  await eventually('what it has missed', async () => (told(again).length === 1 ? true : undefined));
  assert.equal(told(again)[0], told(reader)[1]);
  const odd = await daemon.send('GET', '/agents/answers/stream?since=x');
  assert.is(odd.status, 400);
});

test('LOC-9: a tab reads them, nobody without a key does, and the stream ends when it signs out', async () => {
  const authorization = `Bearer ${await tabToken()}`;
  await answers({ authorization });
  const [ofTab, ofOther] = [await follow('', authorization), await follow()];
  for (const wrong of ['', 'Bearer wrong']) {
    const refused = await daemon.send('GET', '/agents/answers', undefined, {
      authorization: wrong,
    });
    assert.is(refused.status, 401);
    assert.is((await follow('', wrong)).status, 401);
  }
  const out = await daemon.send('DELETE', '/dashboard/session', undefined, { authorization });
  assert.is(out.status, 200);
  await ofTab.ended;
  const refused = await daemon.send('GET', '/status', undefined, { authorization });
  assert.is(refused.status, 401);
  await daemon.send('DELETE', '/dashboard/session');
  await daemon.hook('sessionStart', 'ada');
  await eventually('the other stream', async () => (told(ofOther).length > 0 ? true : undefined));
});

test('LOC-9: no secret of a prompt is in them', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  await daemon.hook('sessionStart', 'fay', { task: `Use ${secret}`, agent_type: `x ${secret}` });
  const list = JSON.stringify(await answers());
  assert.match(list, 'fay');
  assert.not.match(list, secret);
});

test('LOC-9: of many agents and answers the last are kept', async () => {
  const files = { file_path: join(daemon.root, 'src/auth.ts') };
  for (let at = 0; at < 60; at++) await daemon.hook('preToolUse', 'gus', files);
  assert.is((await answersOf('gus')).length, 50);
  for (let at = 0; at < 30; at++) await daemon.hook('preToolUse', `crowd-${at}`, files);
  const { agents } = await answers();
  assert.is(agents.length, 30);
  assert.is(agents[0]?.conversation_id, 'crowd-29');
  assert.not.ok(agents.some(({ conversation_id: id }) => id === 'gus'));
});

test.run();
