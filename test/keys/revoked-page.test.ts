import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';

const withinMs = 2_000;

async function within<T>(ms: number, what: string, done: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${what} took more than ${ms} ms`)), ms).unref(),
  );
  return Promise.race([done, late]);
}

scenario(
  'ACC-9',
  'a page whose key was revoked sees its feed end, and is told to sign in again',
  async (world) => {
    const ada = world.as('ada');
    const made = await ada.ok('createKey', { name: 'page' });
    const page = ada.withKey(made.key);
    const { id } = world.workspace;
    const [feed, other] = [await page.feed(), await ada.feed()];
    await ada.ok('revokeKey', { key_id: made.id });
    await within(withinMs, 'the end of the feed', feed.ended);
    for (const name of ['listSessions', 'listReservations', 'usage', 'feed'] as const) {
      const refused = await page.refused(name, { id });
      assert.is(refused.status, 401, name);
      assert.match(refused.message, /revoked\. Sign in with another one\.$/, name);
    }
    await ada.agent().edit('docs/plan.md');
    await other.next('file_reserved');
    other.close();
  },
);

test.run();
