import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, withOwnRelay, type OwnRelay } from '../cli/support.ts';

const test = suite<OwnRelay>('task and contract commands');

withOwnRelay(test);

test('TSK-1 TSK-2 a task is added, listed, claimed and done', async ({ sandbox }) => {
  assert.match((await run(['tasks', 'list'], sandbox)).out, 'No tasks');
  await run(['workstream', 'start', 'Checkout'], sandbox);
  const add = ['tasks', 'add', 'Write the docs', '--workstream', 'checkout'];
  const one = await json<{ id: string; status: string }>(add, sandbox);
  assert.is(one.status, 'todo');
  const two = await run([...add, '--after', one.id, '--description', 'All of it'], sandbox);
  assert.match(two.out, `(blocked): Write the docs, waits for ${one.id}`);
  const claimed = await run(['tasks', 'claim', one.id], sandbox);
  assert.match(claimed.out, `${one.id} is with Ada`);
  const again = await run(['tasks', 'claim', one.id], sandbox);
  assert.is(again.code, 1);
  assert.match(again.err, 'was claimed by Ada, for no agent');
  const listed = await run(['tasks', 'list', '--status', 'in_progress'], sandbox);
  assert.match(listed.out, /in_progress +Write the docs +checkout +Ada/);
  assert.match((await run(['tasks', 'done', one.id], sandbox)).out, 'is done');
  const { tasks } = await json<{ tasks: { id: string }[] }>(
    ['tasks', 'list', '--status', 'todo', '--workstream', 'checkout'],
    sandbox,
  );
  const id = tasks[0]?.id ?? '';
  const shown = await run(['tasks', 'show', id], sandbox);
  assert.match(shown.out, `after: ${one.id}`);
  assert.match(shown.out, 'All of it');
  assert.match((await run(['tasks', 'cancel', id], sandbox)).out, 'is cancelled');
  const late = await run(['tasks', 'done', id], sandbox);
  assert.is(late.code, 1);
  assert.match(late.err, 'was cancelled');
});

test('PUB-1 PUB-2 a contract is published, listed and shown', async ({ sandbox }) => {
  assert.match((await run(['contracts', 'list'], sandbox)).out, 'No contracts');
  const file = join(sandbox.repository, 'user.ts');
  await writeFile(file, 'export interface User {\n  id: string;\n  email: string;\n}\n');
  const publish = ['contracts', 'publish', 'user', '--file', 'user.ts'];
  assert.match((await run(publish, sandbox)).out, 'user version 1');
  await writeFile(file, 'export interface User {\n  id: string;\n}\n');
  const second = await run(publish, sandbox);
  assert.match(second.out, 'user version 2\nbreaking: User.email is gone.');
  assert.match(
    (await run(['contracts', 'list'], sandbox)).out,
    /user +2 +typescript +breaking +Ada/,
  );
  const shown = await run(['contracts', 'show', 'user', '--version', '1'], sandbox);
  assert.match(shown.out, /version 1 \(there are 2, 1\) · typescript/);
  assert.match(shown.out, '\n  email: string;\n');
  const missing = await run([...publish.slice(0, 4), 'nothing.ts'], sandbox);
  assert.is(missing.code, 2);
  assert.match(missing.err, '--file');
  assert.is((await run(['contracts', 'show', 'other'], sandbox)).code, 1);
  await writeFile(join(sandbox.repository, 'shop.yaml'), 'openapi: 3.0.0\npaths:\n  /users:\n');
  assert.is((await run(['contracts', 'publish', 'shop', '--file', 'shop.yaml'], sandbox)).code, 0);
  assert.match((await run(['contracts', 'list'], sandbox)).out, /shop +1 +text/);
  await writeFile(join(sandbox.folder, 'else.yaml'), 'openapi: 3.0.0\npaths:\n  /carts:\n');
  const outside = await run(['contracts', 'publish', 'else', '--file', '../else.yaml'], sandbox);
  const next = 'coord contracts publish else.yaml --file ../else.yaml';
  assert.match(outside.err, next);
  assert.is((await run(next.split(' ').slice(1), sandbox)).code, 0);
});

test.run();
