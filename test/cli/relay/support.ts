import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import { version } from '../../../shared/version.ts';
import { json, makeSandbox, run, start, type Sandbox, type Running } from '../support.ts';

interface Context {
  sandbox: Sandbox;
  relay: Running;
  url: string;
  ada: Account;
}

export interface Account {
  user_id: string;
  email: string;
  key: string;
}

/** Makes a user on the store of the sandbox, as the operator of the relay does. */
export function addUser(sandbox: Sandbox, name: string): Promise<Account> {
  const email = `${name.toLowerCase()}@example.com`;
  return json(['relay', 'user', 'add', '--email', email, '--name', name], sandbox);
}

/** Ada logs in, with her key from standard input. */
export async function signIn({ sandbox, url, ada }: Context): Promise<void> {
  const { code, err } = await run(['login', '--relay', url], sandbox, { input: `${ada.key}\n` });
  assert.is(code, 0, err);
}

/** A suite whose tests each have a relay of their own, started by the command, with a user Ada. */
export function relaySuite(name: string): Test<Context> {
  const test = suite<Context>(`relay commands: ${name}`);
  test.before.each(async (context) => {
    context.sandbox = await makeSandbox();
    context.ada = await addUser(context.sandbox, 'Ada');
    context.relay = start(['relay', '--port', '0', '--json'], context.sandbox);
    const ready = JSON.parse(await context.relay.line()) as Record<string, unknown>;
    assert.equal(ready, { ready: true, url: ready['url'], version });
    context.url = String(ready['url']);
  });
  test.after.each(async ({ relay, sandbox }) => {
    relay.stop();
    assert.is((await relay.finished).code, 0);
    await sandbox.remove();
  });
  return test;
}
