import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, makeSandbox, run, start, type Running, type Sandbox } from './support.ts';

interface Context {
  sandbox: Sandbox;
  relay: Running;
  url: string;
  key: string;
}

const test = suite<Context>('coord relay tier');

test.before.each(async (context) => {
  const sandbox = (context.sandbox = await makeSandbox());
  const person = ['--email', 'ada@example.com', '--name', 'Ada'];
  const { key } = await json<{ key: string }>(['relay', 'user', 'add', ...person], sandbox);
  context.key = key;
  const environment = { COORD_DEFAULT_TIER: 'pro' };
  context.relay = start(['relay', '--port', '0', '--json'], sandbox, { environment });
  context.url = (JSON.parse(await context.relay.line()) as { url: string }).url;
  const made = await run(['workspace', 'create', 'shop'], sandbox, { environment: asAda(context) });
  assert.is(made.code, 0, made.err);
});

test.after.each(async ({ relay, sandbox }) => {
  relay.stop();
  assert.is((await relay.finished).code, 0);
  await sandbox.remove();
});

function asAda({ url, key }: Context): Record<string, string> {
  return { COORD_RELAY: url, COORD_KEY: key };
}

/** What the relay says of the limit of Ada's key. */
async function limitOf({ url, key }: Context): Promise<string | null> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/users/validate-key`, { method: 'POST', headers });
  assert.is(answer.status, 200);
  return answer.headers.get('x-ratelimit-limit');
}

async function eventuallyLimit(context: Context, limit: string | null): Promise<void> {
  const untilMs = Date.now() + 10_000;
  while ((await limitOf(context)) !== limit) {
    assert.ok(Date.now() < untilMs, `the limit did not become ${limit}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('LIM-1 an operator sets the tier of a workspace while its relay runs, and sees all of them', async (context) => {
  const { sandbox } = context;
  await eventuallyLimit(context, '50000');
  const all = await run(['relay', 'tier'], sandbox);
  assert.is(all.code, 0, all.err);
  assert.match(all.out, /shop +pro +50,000/);
  const set = await run(['relay', 'tier', 'shop', 'free'], sandbox);
  assert.is(set.code, 0, set.err);
  assert.match(set.out, /shop +free +1,000/);
  await eventuallyLimit(context, '1000');
  assert.equal(await json(['relay', 'tier', 'shop', 'unlimited'], sandbox), {
    workspaces: [{ slug: 'shop', tier: 'unlimited', requests_per_day: null }],
  });
  await eventuallyLimit(context, null);
  assert.match((await run(['relay', 'tier', 'shop'], sandbox)).out, /shop +unlimited +unlimited/);
});

test('LIM-1 an unknown workspace or tier, or a wrong default, is refused with what there is', async ({
  sandbox,
}) => {
  const nowhere = await run(['relay', 'tier', 'shed', 'free'], sandbox);
  assert.is(nowhere.code, 1);
  assert.match(nowhere.err, 'no workspace shed');
  const wrong = await run(['relay', 'tier', 'shop', 'gold'], sandbox);
  assert.is(wrong.code, 2);
  assert.match(wrong.err, 'free, pro, team, unlimited');
  const environment = { COORD_DEFAULT_TIER: 'gold' };
  const refused = await run(['relay', '--port', '0'], sandbox, { environment });
  assert.is(refused.code, 2);
  assert.match(refused.err, 'COORD_DEFAULT_TIER must be one of free, pro, team, unlimited');
});

test('CMD-3 a folder without a store is refused; only a new user makes one, and that is said', async ({
  sandbox,
}) => {
  const data = join(sandbox.folder, 'typo');
  const one = ['--email', 'bo@example.com', '--data', data];
  for (const words of [
    ['tier', '--data', data],
    ['tier', 'shop', 'free', '--data', data],
    ['user', 'key', ...one],
  ]) {
    const { code, err } = await run(['relay', ...words], sandbox);
    assert.is(code, 1, words.join(' '));
    assert.match(err, `There is no relay's store in ${data}. Name the folder`);
  }
  assert.not.ok(existsSync(data));
  const made = await run(['relay', 'user', 'add', '--name', 'Bo', ...one], sandbox);
  assert.is(made.code, 0);
  assert.match(made.err, `There was no relay's store in ${data}: a new one was made there.`);
  assert.is((await run(['relay', 'tier', '--data', data], sandbox)).code, 0);
  const more = ['--email', 'cy@example.com', '--data', data];
  const next = await run(['relay', 'user', 'add', '--name', 'Cy', ...more], sandbox);
  assert.not.match(next.err, 'a new one');
});

test.run();
