/** Odd values, bodies and addresses, and what every answer to them has to be. */
import * as assert from 'uvu/assert';
import { operations, type OperationName } from '../../shared/api/operations.ts';
import { withoutNulls } from '../../shared/contract/read-input.ts';
import { pathParameters, type Operation } from '../../shared/contract/operation.ts';
import { statusOf } from '../../shared/kernel/refusal.ts';
import { type Answer } from '../support/http.ts';
import { refusalIn } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { validInput } from './valid-input.ts';

/** The headers of a JSON body. */
export const json = { 'content-type': 'application/json' };

/** ANS-2: whatever was sent, the answer is no server error, and a refusal has the form of all refusals (ANS-1). */
export function assertCalm(answer: Answer, title: string): void {
  assert.ok(
    answer.status < 500 && answer.status >= 200,
    `${title}: ${answer.status} ${answer.text.slice(0, 300)}`,
  );
  if (answer.status < 400) return;
  const { error, status } = refusalIn(answer);
  assert.is(statusOf[error as keyof typeof statusOf], status, `${title}: ${answer.text}`);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/, title);
  assert.not.match(refusalIn(answer).message, /Too (small|big): |Invalid input|, received /, title);
}

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values that fit hardly any field; of every JSON type. */
export function oddValues(world: World): readonly unknown[] {
  return [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    '',
    ' ',
    'x',
    'x'.repeat(300_000),
    '\u6f22\u5b57'.repeat(400),
    '\0',
    'a\0b',
    '\ud800',
    'a\u202eb\u0007\n',
    "'; DROP TABLE users; --",
    '%00%ff',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '*',
    '#',
    'src/a.ts#',
    [],
    [null],
    ['x', 1],
    Array.from({ length: 2_000 }, (_, index) => `s${index}`),
    {},
    { length: 1 },
    deep(2_000),
    world.as('mallory').id,
    'ws_00000000000000000000',
  ];
}

interface Odd {
  readonly field: string;
  readonly value: unknown;
}

/** Sends the operation with one odd field; where the contract does not take the value, the answer is a 400 that names the field. */
export async function sendOdd(
  world: World,
  name: OperationName,
  { field, value }: Odd,
): Promise<void> {
  const inUrl =
    operations[name].method === 'GET' || pathParameters(operations[name].path).includes(field);
  if (inUrl && (typeof value === 'object' || String(value).length > 5_000)) return;
  if (inUrl && (value === '' || !String(value).isWellFormed())) return;
  const input = { ...validInput(name, world), [field]: value };
  const answer = await world.as('ada').call(name, input);
  const title = `${name} ${field}=${JSON.stringify(value).slice(0, 60)}`;
  assertCalm(answer, title);
  const operation: Operation = operations[name];
  const sent = inUrl ? { ...input, [field]: String(value) } : input;
  const parsed = operation.input.safeParse(withoutNulls(operation.input.shape, sent));
  if (parsed.success || name === 'validateKey') return;
  assert.is(answer.status, 400, title);
  const named = refusalIn(answer).field ?? '';
  assert.is(named, parsed.error.issues[0]?.path.join('.'), title);
  assert.ok(refusalIn(answer).message.includes(named), title);
}

/** Bodies that are no JSON object of the contract, by what is odd in them. */
export const rawBodies: Readonly<Record<string, string | Buffer>> = {
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'half a JSON': '{"name": "x',
  'no JSON': 'name=x&slug=y',
  'two values': '{"name":"x"}{"slug":"y"}',
  null: 'null',
  number: '12',
  string: '"text"',
  array: '[]',
  'array of objects': '[{"name":"x","slug":"y"}]',
  'deep arrays': '['.repeat(100_000),
  'deep objects': '{"a":'.repeat(100_000),
  'deep and closed': `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'a byte order mark': '\ufeff{"name":"x"}',
  'same key twice': '{"name":"x","name":1,"slug":"y"}',
  'a huge number': `{"name":${'9'.repeat(10_000)}}`,
  nothing: '',
};

/** Paths that no operation has. */
export const oddPaths = [
  '//',
  '/workspaces/',
  '/workspaces//members',
  '/workspaces/%00/members',
  '/workspaces/%ff/members',
  '/workspaces/%/members',
  '/workspaces/%zz/members',
  '/workspaces/%2e%2e/members',
  '/workspaces/..%2f..%2fusers/members',
  '/workspaces/%F0%9F%98%80/members',
  '/workspaces/%ed%a0%80/members',
  `/workspaces/${'x'.repeat(600)}/members`,
  `/workspaces/${'x'.repeat(12_000)}/members`,
  '/workspaces/__proto__/members',
  '/workspaces/constructor',
  '/../../etc/passwd',
  '/workspaces/ws_x/members/%00/detail',
  '/users/profile/..',
  '/users/profile;x=1',
  '/USERS/PROFILE',
  '/users/profile#x',
  '/?a=%ff&%00=1',
  '/health?__proto__[x]=1',
  '/favicon.ico',
  '*',
];
