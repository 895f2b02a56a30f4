import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, run, withOwnRelay, type OwnRelay } from '../cli/support.ts';
import { redactedIn, redactionSentences } from '../../shared/redaction/sentences.ts';
import { secrets, secretsIn } from './secrets.ts';

const test = suite<OwnRelay>('redaction at the commands');

withOwnRelay(test);

test('RED-2 a command says in a sentence what was removed from where', async ({ sandbox }) => {
  const title = `Rotate ${secrets['GitHub']?.text}`;
  const plain = await run(['decide', title], sandbox);
  assert.is(plain.code, 0, plain.err);
  assert.match(plain.err, 'coord: A GitHub token was removed from the title.');
  assert.equal(secretsIn(plain.out + plain.err), []);
  const machine = await json<{ redacted: unknown }>(['decide', title], sandbox);
  assert.equal(machine.redacted, [{ field: 'title', kind: 'GitHub token', count: 1 }]);
  assert.is((await run(['decide', 'Tokens live in the vault'], sandbox)).err, '');
});

test('RED-2 the sentences count, and show nothing of a server but plain text', () => {
  const redacted = [
    { field: 'rationale', kind: 'AWS key', count: 1 },
    { field: 'context.a\u001b[31m\nb', kind: 'password', count: 2 },
  ];
  assert.is(
    redactionSentences(redacted),
    'An AWS key was removed from the rationale. 2 passwords were removed from context.a b.',
  );
  assert.equal(redactedIn({ redacted: 3 }), []);
  assert.equal(redactedIn({ redacted: [null, { kind: 1 }] }), []);
});

test.run();
