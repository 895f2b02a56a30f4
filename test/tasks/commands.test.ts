import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, withOwnRelay, type OwnRelay } from '../cli/support.ts';

const test = suite<OwnRelay>('task and contract commands');

withOwnRelay(test);

test('TSK-1 TSK-2 a task is added, listed, claimed and done', async ({ place }) => {
  assert.match((await run(['tasks', 'list'], place)).out, 'No tasks');
  await run(['workstream', 'start', 'Checkout'], place);
  const add = ['tasks', 'add', 'Write the docs', '--workstream', 'checkout'];
  const one = await json<{ id: string; status: string }>(add, place);
  assert.is(one.status, 'todo');
  const two = await run([...add, '--after', one.id, '--description', 'All of it'], place);
  assert.match(two.out, `(blocked): Write the docs, waits for ${one.id}`);
  const claimed = await run(['tasks', 'claim', one.id], place);
  assert.match(claimed.out, `${one.id} is with Ada`);
  const again = await run(['tasks', 'claim', one.id], place);
  assert.is(again.code, 1);
  assert.match(again.err, 'was claimed by Ada');
  const listed = await run(['tasks', 'list', '--status', 'in_progress'], place);
  assert.match(listed.out, /in_progress +Write the docs +checkout +Ada/);
  assert.match((await run(['tasks', 'done', one.id], place)).out, 'is done');
  const { tasks } = await json<{ tasks: { id: string }[] }>(
    ['tasks', 'list', '--status', 'todo', '--workstream', 'checkout'],
    place,
  );
  const id = tasks[0]?.id ?? '';
  const shown = await run(['tasks', 'show', id], place);
  assert.match(shown.out, `after: ${one.id}`);
  assert.match(shown.out, 'All of it');
  assert.match((await run(['tasks', 'cancel', id], place)).out, 'is cancelled');
  const late = await run(['tasks', 'done', id], place);
  assert.is(late.code, 1);
  assert.match(late.err, 'was cancelled');
});

test('PUB-1 PUB-2 a contract is published, listed and shown', async ({ place }) => {
  assert.match((await run(['contracts', 'list'], place)).out, 'No contracts');
  const file = join(place.repository, 'user.ts');
  await writeFile(file, 'export interface User {\n  id: string;\n  email: string;\n}\n');
  const publish = ['contracts', 'publish', 'user', '--file', 'user.ts'];
  assert.match((await run(publish, place)).out, 'user version 1');
  await writeFile(file, 'export interface User {\n  id: string;\n}\n');
  const second = await run(publish, place);
  assert.match(second.out, 'user version 2\nbreaking: User.email is gone.');
  assert.match((await run(['contracts', 'list'], place)).out, /user +2 +typescript +breaking +Ada/);
  const shown = await run(['contracts', 'show', 'user', '--version', '1'], place);
  assert.match(shown.out, 'version 1 of 2, 1');
  assert.match(shown.out, '\n  email: string;\n');
  const missing = await run([...publish.slice(0, 4), 'nothing.ts'], place);
  assert.is(missing.code, 2);
  assert.match(missing.err, '--file');
  assert.is((await run(['contracts', 'show', 'other'], place)).code, 1);
});

test.run();
