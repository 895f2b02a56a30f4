import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, start, withOwnRelay, type OwnRelay } from '../cli/support.ts';
import { eventually } from '../support/waiting.ts';

const test = suite<OwnRelay>('negotiate and wait commands');

withOwnRelay(test);

/** A hook event of one of Ada's agents; answers its session's id. */
async function hook({ url, key }: OwnRelay, body: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${url}/workspaces/sessions/hook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agent_type: 'test', workspace_slug: 'shop', ...body }),
  });
  assert.is(response.status, 200);
  return ((await response.json()) as { session_id?: string }).session_id ?? '';
}

const login = 'src/a.ts#login';

function reserveAsHolder(context: OwnRelay): Promise<string> {
  const target = { file_path: 'src/a.ts', symbol_ids: [login, 'src/a.ts#logout'] };
  return hook(context, { event: 'postToolUse', conversation_id: 'holder', ...target });
}

function begins(context: OwnRelay): Promise<string> {
  return hook(context, { event: 'sessionStart', conversation_id: 'asker' });
}

test('NEG-4 a negotiation is opened, listed, shown and split', async (context) => {
  const { sandbox } = context;
  await reserveAsHolder(context);
  const opening = ['negotiate', 'open', login, 'src/a.ts#logout', '--rationale', 'a fix'];
  const unnamed = await run([...opening, '--holder', 'sess_nothing'], sandbox);
  assert.is(unnamed.code, 1);
  await begins(context);
  const several = await run(opening, sandbox);
  assert.is(several.code, 2);
  assert.match(several.err, '--session');
  const asker = ['--session', 'asker'];
  const made = await json<{ id: string; deadline_ms: number }>(
    [...opening, ...asker, '--deadline', '7'],
    sandbox,
  );
  assert.is(made.deadline_ms, 420_000);
  const listed = await run(['negotiate', 'list', '--status', 'open', '--wide'], sandbox);
  assert.match(listed.out, made.id);
  const answer = ['negotiate', 'respond', made.id, 'split', '--session', 'holder'];
  assert.is((await run([...answer, '--give', 'login'], sandbox)).code, 2, 'it says who gets what');
  const deferring = ['negotiate', 'respond', made.id, 'defer', '--session', 'holder'];
  for (const more of [[], ['--defer', '60000'], ['--defer', '0s']]) {
    const wrong = await run([...deferring, ...more], sandbox);
    assert.is(wrong.code, 2, wrong.err);
    assert.match(wrong.err, more.length === 0 ? '--defer 5m' : 'from 1s to 24h');
    assert.not.match(wrong.err, 'millisecond');
  }
  const foreign = await run([...answer, '--give', 'login', '--keep', 'other'], sandbox);
  assert.match(foreign.err, '--keep: other is not contested');
  const split = await run([...answer, '--give', 'login', '--keep', 'logout'], sandbox);
  assert.is(split.code, 0, split.err);
  assert.match(split.out, 'resolved (split)');
  const shown = await run(['negotiate', 'show', made.id], sandbox);
  assert.match(shown.out, 'Ada has src/a.ts#login');
  assert.match(shown.out, '1. Ada: split');
  const late = await run(['negotiate', 'settle', made.id, 'hold'], sandbox);
  assert.is(late.code, 1);
  assert.match(late.err, 'has ended');
  assert.is((await run(['negotiate', 'settle', made.id, 'counter'], sandbox)).code, 2);
});

test('NEG-7 a person settles what was escalated', async (context) => {
  const { sandbox } = context;
  await reserveAsHolder(context);
  await begins(context);
  const asking = ['--rationale', 'a fix', '--max-turns', '1'];
  const { id } = await json<{ id: string }>(['negotiate', 'open', login, ...asking], sandbox, {
    environment: { CLAUDE_CODE_SESSION_ID: 'asker' },
  });
  const countering = ['negotiate', 'respond', id, 'counter', '--session', 'holder'];
  assert.match((await run(countering, sandbox)).out, `coord negotiate settle ${id}`);
  const settled = await run(['negotiate', 'settle', id, 'yield', '--note', 'first'], sandbox);
  assert.match(settled.out, 'resolved (yield)');
  assert.match(settled.out, 'yield, first');
});

test('a command acts for the conversation of Codex that runs it', async (context) => {
  const { sandbox } = context;
  await reserveAsHolder(context);
  await begins(context);
  const opened = await run(['negotiate', 'open', login, '--rationale', 'a fix'], sandbox, {
    environment: { CLAUDE_CODE_SESSION_ID: '', CODEX_SESSION_ID: 'asker' },
  });
  assert.is(opened.code, 0, opened.err);
});

test('QUE-2 it ends when everything is granted', async (context) => {
  const { sandbox } = context;
  await reserveAsHolder(context);
  await begins(context);
  const waiting = start(['wait', login, 'src/b.ts', '--session', 'asker'], sandbox);
  assert.match(await waiting.line(), 'src/b.ts is yours now');
  await hook(context, { event: 'sessionEnd', conversation_id: 'holder' });
  const { code, out, err } = await waiting.finished;
  assert.is(code, 0, err);
  assert.match(err, `Waiting for ${login}. Nobody is before you`);
  assert.match(out, `${login} is yours now`);
  const waited = await run(['wait', 'src/c.ts', '--tell'], sandbox);
  assert.is(waited.code, 0, waited.err);
  assert.match(waited.out, 'src/c.ts is free now');
});

test('QUE-4 whoever waits with --timeout leaves the queue when the time is up', async (context) => {
  const { sandbox } = context;
  await reserveAsHolder(context);
  await begins(context);
  const line = ['wait', login, '--session', 'asker', '--timeout'];
  const { code, out, err } = await run([...line, '1s'], sandbox);
  assert.is(code, 1);
  assert.is(out, '');
  assert.match(err, `The time is up: ${login} is still taken. You left the queue.`);
  assert.is((await run([...line, 'soon'], sandbox)).code, 2);
  // The next one is first again.
  assert.match((await run([...line, '0s'], sandbox)).err, 'Nobody is before you');
});

test('QUE-4 Ctrl-C leaves the queue, and the end of the session ends it', async (context) => {
  const { sandbox, url, key } = context;
  await reserveAsHolder(context);
  await begins(context);
  const line = ['wait', login, '--session', 'asker', '--json'];
  const headers = { authorization: `Bearer ${key}` };
  const { workspaces } = await json<{ workspaces: { id: string }[] }>(
    ['workspace', 'list'],
    sandbox,
  );
  const inLine = async (count: number) => {
    const path = `/workspaces/${workspaces[0]?.id}/waits?status=waiting`;
    const { waits } = (await (await fetch(url + path, { headers })).json()) as { waits: unknown[] };
    return waits.length === count ? true : undefined;
  };
  const stopped = start(line, sandbox);
  await eventually('it to queue', () => inLine(1));
  stopped.stop();
  assert.is((await stopped.finished).code, 1);
  await eventually('it to leave', () => inLine(0));
  const ended = start(line, sandbox);
  await eventually('it to queue', () => inLine(1));
  await hook(context, { event: 'sessionEnd', conversation_id: 'asker' });
  const { code, out } = await ended.finished;
  assert.is(code, 1);
  assert.is((JSON.parse(out) as { status: string }).status, 'given_up');
});

test.run();
