import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, withOwnRelay, type OwnRelay } from './support.ts';

const test = suite<OwnRelay>('proposed rules');

withOwnRelay(test);

test('CNV-5 a rule is proposed, shown as such, accepted and withdrawn, and the workspace says whose rules count', async ({
  sandbox,
}) => {
  const bob = ['relay', 'user', 'add', '--email', 'bob@example.com', '--name', 'Bob'];
  const made = await json<{ user_id: string; key: string }>(bob, sandbox);
  await run(['workspace', 'add-member', made.user_id], sandbox);
  const asBob = { environment: { COORD_KEY: made.key } };
  const propose = ['conventions', 'propose', 'Nobody writes', '--tier', 'must', '--file', '**'];
  const told = await run(propose, sandbox, asBob);
  assert.is(told.code, 0, told.err);
  const id = /cnv_\w+/.exec(told.out)?.[0] ?? '';
  assert.match(told.out, `coord conventions accept ${id}`);
  const listed = await run(['conventions', 'list'], sandbox);
  assert.match(listed.out, /must \(proposed\) +Nobody writes/);
  assert.match(listed.err, `coord conventions accept ${id}`);
  const own = await run(['conventions', 'accept', id], sandbox, asBob);
  assert.is(own.code, 1);
  assert.match(own.err, 'You proposed this rule yourself');
  assert.match((await run(['conventions', 'accept', id], sandbox)).out, 'counts now');
  assert.match((await run(['conventions', 'list'], sandbox)).out, /must +Nobody writes/);
  const late = await run(['conventions', 'withdraw', id], sandbox, asBob);
  assert.is(late.code, 1);
  assert.match(late.err, 'Somebody else has accepted');
  const second = await run(propose, sandbox, asBob);
  const other = /cnv_\w+/.exec(second.out)?.[0] ?? '';
  const withdrawn = await run(['conventions', 'withdraw', other], sandbox, asBob);
  assert.match(withdrawn.out, `${other} is withdrawn`);
  const ended = await run(['conventions', 'withdraw', id], sandbox);
  assert.match(ended.out, `${id} is retired, for it was accepted already: `);
  const set = await run(['workspace', 'set', '--must-rules', 'admins'], sandbox);
  assert.match(set.out, 'must-rules: admins (only admins propose');
  const refused = await run(propose, sandbox, asBob);
  assert.is(refused.code, 1);
  assert.match(refused.err, 'only admins propose rules that block writes');
});

test.run();
