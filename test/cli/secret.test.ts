import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSecret } from '../../cli/terminal/read-secret.ts';
import { stateFolder } from '../../shared/node/state-folder.ts';
import { loginFor, loginsText, parseLogins, withLogin } from '../../shared/node/logins.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';

const test = suite('secrets');

/** What is read when a person types this at a prompt, and what they see. */
async function type(keys: readonly string[], isTTY = true) {
  const raw: boolean[] = [];
  const setRawMode = (mode: boolean) => raw.push(mode);
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode });
  const errors = new PassThrough();
  const secret = readSecret({ input, errors }, 'Key: ');
  for (const key of keys) input.write(key);
  if (!isTTY) input.end();
  return { secret: await secret, seen: String(errors.read() ?? ''), raw };
}

test('a secret is not shown while it is typed, and the terminal is put back', async () => {
  const { secret, seen, raw } = await type(['coo', 'rd_', '1\r']);
  assert.is(secret, 'coord_1');
  assert.is(seen, 'Key: \n');
  assert.equal(raw, [true, false]);
});

test('what is typed can be taken back, and given up', async () => {
  assert.is((await type(['\u007fab', '\u007f\u007f', 'cd\u007f\n'])).secret, 'c');
  assert.ok(isRefusal((await type(['coord_', '\u0003'])).secret));
  assert.ok(isRefusal((await type(['  \r'])).secret));
});

test('a pipe gives its first line, with or without its end', async () => {
  assert.equal(await type(['coord_1\nmore\n'], false), {
    secret: 'coord_1',
    seen: '',
    raw: [true, false],
  });
  assert.is((await type(['coord_1'], false)).secret, 'coord_1');
});

test('the latest login comes first, and one relay has one', () => {
  const [a1, a2] = ['1', '2'].map((key) => ({ relay: 'https://a', key }));
  const b = { relay: 'https://b', key: '3' };
  assert.ok(a1 && a2);
  const logins = withLogin(withLogin(withLogin([], a1), b), a2);
  assert.equal(logins, [a2, b]);
  assert.equal(parseLogins(loginsText(logins)), logins);
  assert.is(loginFor(logins, undefined), a2);
  assert.is(loginFor(logins, 'https://c'), undefined);
  for (const text of [undefined, '', 'x', '[]', 'null', '{"logins":[{"relay":1}]}']) {
    assert.equal(parseLogins(text), []);
  }
});

test('the state folder is the one of the platform, or COORD_HOME', () => {
  const folder = (platform: string, environment = {}) =>
    stateFolder({ platform, environment, homeDirectory: '/home/ada' });
  assert.is(folder('linux'), '/home/ada/.local/state/coord');
  assert.is(folder('linux', { XDG_STATE_HOME: '/state' }), '/state/coord');
  assert.is(folder('darwin'), '/home/ada/Library/Application Support/coord');
  assert.is(folder('win32', { LOCALAPPDATA: 'C:\\Local' }), 'C:\\Local\\coord');
  assert.is(folder('linux', { COORD_HOME: '/elsewhere' }), '/elsewhere');
});

test.run();
