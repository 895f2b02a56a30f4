/** How a page that coord open has opened comes back after its daemon was started anew (LOC-8). */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DashboardLinks, type TabKey } from '../../daemon/local-api/dashboard/dashboard-links.ts';
import { Guard } from '../../daemon/local-api/guard.ts';
import { dashboardProofText } from '../../shared/dashboard/opening.ts';
import { elapsedClock } from '../../shared/kernel/clock.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { Sandbox, TestDaemon } from './support.ts';

const test = suite('pages that come back');
const sandbox = new Sandbox();
const origin = 'http://127.0.0.1:7000';
const hour = 60 * 60_000;

test.after(() => sandbox.remove());

interface PageKey {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

function newKey(namedCurve = 'P-256'): PageKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey,
  };
}

function signed({ privateKey: key }: PageKey, challenge: string, from = origin): string {
  const text = Buffer.from(dashboardProofText(from, challenge));
  return sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}

/** One process of a daemon after another on the same file. */
class Machine {
  readonly clock = new FakeClock();
  readonly contents: { tabKeys: readonly TabKey[] } = { tabKeys: [] };

  start() {
    const clock = this.clock;
    const elapsed = elapsedClock(clock);
    const user = { userId: () => 'usr_1', userOfKey: async () => undefined };
    const guard = new Guard({ token: 't'.repeat(40), clock: elapsed, ...user });
    const links = new DashboardLinks({
      clocks: { elapsed, ofDay: clock },
      store: {
        contents: this.contents,
        save: (_name, keys) => void (this.contents.tabKeys = keys),
      },
      onToken: (token, signIn) => guard.acceptTab(token, signIn),
    });
    const isGood = async (token = '') => !isRefusal(await guard.callerOf(`Bearer ${token}`));
    const signInOf = (token = '') => guard.signInOf(`Bearer ${token}`);
    const resume = (page: PageKey, from = origin) => {
      const challenge = links.keys.newChallenge();
      const { publicKey } = page;
      return links.resume({
        publicKey,
        challenge,
        signature: signed(page, challenge),
        origin: from,
      });
    };
    return { guard, links, isGood, signInOf, resume };
  }
}

test('LOC-8: a page gets another token from the next process, until the end of its sign-in', async () => {
  const machine = new Machine();
  const first = machine.start();
  const page = newKey();
  const token = first.links.trade(first.links.newCode()) ?? '';
  const signIn = first.signInOf(token);
  assert.ok(signIn !== undefined && first.links.keepKey(page.publicKey, signIn));
  machine.clock.advance(5 * hour);
  const next = machine.start();
  assert.not(await next.isGood(token), 'what the page has sent before');
  const again = next.resume(page);
  assert.ok(await next.isGood(again));
  machine.clock.advance(7 * hour);
  assert.not(await next.isGood(again), 'twelve hours after the link');
  assert.is(machine.start().resume(page), undefined);
});

test('LOC-8: nobody comes back with another key, another origin, or a challenge of before', () => {
  const machine = new Machine();
  const { links, signInOf, resume } = machine.start();
  const page = newKey();
  const signIn = signInOf(links.trade(links.newCode()));
  assert.ok(signIn !== undefined && links.keepKey(page.publicKey, signIn));
  assert.is(resume(newKey()), undefined, 'a key that nobody kept');
  assert.is(
    resume({ ...newKey(), publicKey: page.publicKey }),
    undefined,
    'of another private key',
  );
  assert.is(resume(page, 'http://127.0.0.1:7001'), undefined, 'signed for another port');
  const challenge = links.keys.newChallenge();
  const proof = {
    publicKey: page.publicKey,
    challenge,
    signature: signed(page, challenge),
    origin,
  };
  assert.ok(links.resume(proof));
  assert.is(links.resume(proof), undefined, 'replayed');
  const late = links.keys.newChallenge();
  machine.clock.advance(60_000);
  const signature = signed(page, late);
  assert.is(links.resume({ ...proof, challenge: late, signature }), undefined, 'after a minute');
  for (const odd of ['', 'x', 'AAAA', newKey('P-384').publicKey, 'x'.repeat(10_000)]) {
    assert.not(links.keepKey(odd, signIn), 'no key of the curve');
    assert.is(links.resume({ ...proof, publicKey: odd, signature: odd }), undefined);
  }
});

test('LOC-8: who signs out in one tab comes back in none, and 100 pages are kept', async () => {
  const machine = new Machine();
  const { guard, links, isGood, signInOf, resume } = machine.start();
  const [page, beside] = [newKey(), newKey()];
  const token = links.trade(links.newCode()) ?? '';
  const signIn = signInOf(token);
  if (signIn === undefined) throw new Error('not signed in');
  for (const one of [page, beside]) assert.ok(links.keepKey(one.publicKey, signIn));
  const again = resume(beside) ?? '';
  guard.endSignIn(signIn.id);
  links.keys.end(signIn.id);
  assert.equal([await isGood(token), await isGood(again), resume(page)], [false, false, undefined]);
  const other = signInOf(links.trade(links.newCode()));
  if (other === undefined) throw new Error('not signed in');
  for (let count = 0; count < 101; count += 1) links.keepKey(newKey().publicKey, other);
  assert.is(machine.contents.tabKeys.length, 100);
});

test('LOC-8: a daemon that is started anew knows its pages, by public keys in a file of its user alone', async () => {
  const repository = sandbox.repository('shop');
  const home = sandbox.folder('home');
  const first = await TestDaemon.start(repository, home);
  const asPage = (daemon: TestDaemon, path: string, body: object, authorization = '') =>
    daemon.send('POST', path, body, { authorization, origin: daemon.daemon.url });
  const { code } = (await first.send('POST', '/dashboard/code', {})).body as { code: string };
  const { token } = (await asPage(first, '/dashboard/session', { code })).body as { token: string };
  const page = newKey();
  const given = { public_key: page.publicKey };
  assert.is((await first.send('POST', '/dashboard/session-key', given)).status, 403, 'no tab');
  assert.is((await asPage(first, '/dashboard/session-key', {}, `Bearer ${token}`)).status, 400);
  assert.is((await asPage(first, '/dashboard/session-key', given, `Bearer ${token}`)).status, 200);
  await first.daemon.close();
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    const stats = statSync(join(home, name));
    if (!stats.isFile()) continue;
    const bytes = readFileSync(join(home, name), 'latin1');
    assert.not.ok(bytes.includes(token), name);
    if (bytes.includes(page.publicKey)) assert.is(stats.mode & 0o077, 0, name);
  }
  const next = await TestDaemon.start(repository, home);
  const asked = await asPage(next, '/dashboard/session-challenge', {});
  const { challenge } = asked.body as { challenge: string };
  const signature = signed(page, challenge, next.daemon.url);
  const proof = { ...given, challenge, signature };
  const bare = await next.send('POST', '/dashboard/session-resume', proof, { authorization: '' });
  assert.is(bare.status, 403, 'a program that is no page');
  const resumed = await asPage(next, '/dashboard/session-resume', proof);
  assert.is(resumed.status, 200);
  const fresh = `Bearer ${(resumed.body as { token: string }).token}`;
  assert.is((await next.send('GET', '/status', undefined, { authorization: fresh })).status, 200);
  const old = await next.send('GET', '/status', undefined, { authorization: `Bearer ${token}` });
  assert.is(old.status, 401);
  assert.match(old.text, 'coord open');
  await next.daemon.close();
});

test.run();
