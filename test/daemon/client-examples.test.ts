/** The examples that lie beside each client: what its payloads mean, and what its hooks print. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  clientExamples,
  hooksOf,
  payloadOf,
  type ExampleCall,
} from '../support/client-examples.ts';

const test = suite('examples of clients');

for (const { name, calls } of clientExamples)
  for (const example of calls)
    test(`${name}: ${example.what} means ${example.effect}`, () => check(name, example));

function check(name: string, example: ExampleCall): void {
  const adapter = hooksOf(name);
  const call = adapter.read(payloadOf(example, 'src/a.ts', '/work'));
  assert.ok(call !== undefined);
  const { effect, edits, shell, task, conversation, answers = [] } = example;
  assert.is(call.effect, effect);
  const files = 'files' in call ? call.files : [];
  if (effect === 'check' || effect === 'acquire')
    assert.equal(files, [{ path: '/work/src/a.ts', edits }]);
  assert.is('shell' in call ? call.shell : undefined, shell);
  if (task !== undefined) assert.is(call.task, task);
  if (conversation !== undefined) assert.equal(call.conversation, conversation);
  for (const [answer, printed] of answers) assert.is(adapter.write(call, answer), printed);
}

test('ANS-2 what is no payload of a client is no call', () => {
  for (const { name } of clientExamples)
    for (const odd of [null, [], 3, 'text', {}, { hookName: 3 }])
      assert.is(hooksOf(name).read(odd), undefined, name);
});

test('every client has a write among its examples', () => {
  for (const { name, calls } of clientExamples)
    assert.ok(
      calls.some(({ effect }) => effect === 'check'),
      name,
    );
});

test.run();
