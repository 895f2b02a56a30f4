/** The small repository that the demonstration works on. */
export const files: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'shop', type: 'module', private: true }, undefined, 2)}\n`,
  'src/auth.js': `export function login(name, password) {
  return { name, ok: password.length >= 8 };
}

export function logout(session) {
  return { ...session, ok: false };
}
`,
  'test/auth.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login, logout } from '../src/auth.js';

test('a long password signs in', () => assert.ok(login('ann', 'correct horse').ok));
test('logging out ends the session', () => assert.ok(!logout({ ok: true }).ok));
`,
};
