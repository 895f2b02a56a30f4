import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { operationNames, operations } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { invalidInput } from '../../shared/contract/invalid.ts';

const validatorsWords =
  /Too (small|big)|Invalid (input|option|type|value)|expected|received|undefined|[<>]=|\bnull\b|\bstring\b|\barray\b|regex/i;

/** Missing, empty, too long, of the wrong kind, too many, and none of what can be chosen. */
const wrong: readonly (readonly [label: string, value: unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['blank', ' '],
  ['too long', 'x'.repeat(2_100_000)],
  ['unseen', 'a\0b'],
  ['no choice', 'nonsense'],
  ['a number', 7],
  ['too large', 2 ** 53],
  ['negative', -1],
  ['a fraction', 1.5],
  ['a switch', true],
  ['an empty list', []],
  ['too many', Array.from({ length: 5_001 }, (_, at) => `s${at}`)],
  ['wrong items', ['x', 1, '']],
  ['empty items', [{}]],
  ['an object', {}],
];

function sentenceFor(operation: Operation, input: object): string | undefined {
  const { success, error } = operation.input.safeParse(input);
  return success ? undefined : invalidInput(error, input).message;
}

test('CMD-2: no input of any operation is answered with the words of a validator, and the field is named', () => {
  let told = 0;
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    for (const field of Object.keys(operation.input.shape)) {
      for (const [label, value] of wrong) {
        const given = { [field]: value };
        const read = z
          .object({ [field]: operation.input.shape[field] as z.ZodType })
          .safeParse(given);
        if (read.success) continue;
        const { message } = invalidInput(read.error, given);
        const title = `${name}.${field} ${label}: ${message}`;
        assert.not.match(message, validatorsWords, title);
        assert.ok(message.startsWith(field), title);
        assert.match(message, /[^.]\.$/, title);
        told += 1;
      }
    }
  }
  assert.ok(told > 1_000, `${told}`);
});

const said: readonly [keyof typeof operations, object, string][] = [
  ['createWorkspace', { slug: 'shop' }, 'name is missing.'],
  ['createWorkspace', { name: ' ', slug: 'shop' }, 'name is empty.'],
  ['createWorkspace', { name: 7, slug: 'shop' }, 'name must be text.'],
  [
    'decide',
    { id: 'ws_1', title: 'x', files: Array.from({ length: 101 }, () => 'a.ts') },
    'files has 101 items; at most 100 are taken.',
  ],
  ['decide', { id: 'ws_1', title: 'x', files: ['a.ts', ''] }, 'files.1 is empty.'],
  ['decide', { id: 'ws_1', title: 'x', files: 7 }, 'files must be text or a list.'],
  [
    'decide',
    { id: 'ws_1', title: 'x'.repeat(301) },
    'title has 301 characters; at most 300 are taken.',
  ],
  [
    'addMember',
    { id: 'ws_1', user_id: 'usr_1', role: 'king' },
    'role must be one of owner, admin, member.',
  ],
  ['listTasks', { id: 'ws_1', limit: 501 }, 'limit is 501; it must be at most 500.'],
  ['listTasks', { id: 'ws_1', limit: 1.5 }, 'limit must be a whole number.'],
  [
    'symbols',
    { id: 'ws_1', workspace_id: 'ws_1', neighbours: 'x' },
    'neighbours must be true or false.',
  ],
  [
    'createWorkspace',
    { name: 'x', slug: 'A b' },
    'slug must be lower-case letters, digits and single hyphens.',
  ],
];

for (const [name, input, sentence] of said) {
  test(`CMD-2: ${sentence}`, () => {
    assert.is(sentenceFor(operations[name], input), sentence);
  });
}

test.run();
