/** RSV-15: whose change is whose when several agents write one file at once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { git, TestDaemon, TestRelay, write } from './support.ts';
import {
  Call,
  daemon,
  endTracking,
  functionText,
  names,
  nextFile,
  read,
  root,
  sandbox,
  source,
  startTracking,
  textWith,
} from './tracked-writes.ts';

const test = suite('what each of several writes changed');

test.before(startTracking);
test.after(endTracking);

const orders = {
  'in order': ['A check', 'B check', 'A write', 'B write', 'A report', 'B report'],
  'the second reports first': ['A check', 'B check', 'A write', 'B write', 'B report', 'A report'],
  'the second is asked after the first write': [
    'A check',
    'A write',
    'B check',
    'B write',
    'A report',
    'B report',
  ],
  'the second is inside the first': [
    'A check',
    'A write',
    'B check',
    'B write',
    'B report',
    'A report',
  ],
  'the second is done before the first writes': [
    'A check',
    'B check',
    'B write',
    'B report',
    'A write',
    'A report',
  ],
} as const;

for (const [order, steps] of Object.entries(orders)) {
  test(`RSV-15: two agents edit one file at once: ${order}`, async () => {
    const path = nextFile();
    const calls = {
      A: new Call(`A-${order}`, path, { name: 'alpha', how: 'edit' }),
      B: new Call(`B-${order}`, path, { name: 'delta', how: 'edit' }),
    };
    assert.equal(await reports(calls, steps), { A: ['alpha'], B: ['delta'] });
  });
}

/** Without an edit in the payload only these orders tell whose change is whose. */
const told = [
  'the second is asked after the first write',
  'the second is inside the first',
] as const;

for (const order of told) {
  test(`RSV-15: two agents write one file at once and say no more than that: ${order}`, async () => {
    const path = nextFile();
    const both = textWith(source, 'alpha');
    const calls = {
      A: new Call(`a-${order}`, path, { name: 'alpha', how: 'nothing said' }),
      B: new Call(`b-${order}`, path, { name: 'delta', how: 'nothing said', from: both }),
    };
    assert.equal(await reports(calls, orders[order]), { A: ['alpha'], B: ['delta'] });
  });

  test(`RSV-15: two agents write one file whole at once: ${order}`, async () => {
    const path = nextFile();
    const both = textWith(source, 'alpha');
    const calls = {
      A: new Call(`wa-${order}`, path, { name: 'alpha', how: 'write' }),
      B: new Call(`wb-${order}`, path, { name: 'delta', how: 'write', from: both }),
    };
    assert.equal(await reports(calls, orders[order]), { A: ['alpha'], B: ['delta'] });
  });
}

test('RSV-15: a whole text that took a change of another agent back has touched it', async () => {
  const path = nextFile();
  const old = new Call('old', path, { name: 'alpha', how: 'write' });
  await old.check();
  const between = new Call('between', path, { name: 'delta', how: 'edit' });
  await between.check();
  between.write();
  assert.equal(await between.report(), ['delta']);
  old.write();
  await assert_told(old);
  async function assert_told(call: Call): Promise<void> {
    let said = '';
    await call.report().catch((error: Error) => (said = error.message));
    assert.match(said, 'delta');
  }
});

type Steps = readonly (typeof orders)[keyof typeof orders][number][];

async function reports(calls: { A: Call; B: Call }, steps: Steps) {
  const found: Record<string, string[]> = {};
  for (const step of steps) {
    const [who, what] = step.split(' ') as ['A' | 'B', 'check' | 'write' | 'report'];
    if (what === 'report') found[who] = await calls[who].report();
    else await calls[who][what]();
  }
  return found;
}

test('RSV-15: many agents write one file with no pause, and each holds its own symbol', async () => {
  const own = Array.from({ length: 8 }, (_, index) => `own${index}`);
  const path = 'src/busy.ts';
  write(root, path, own.map((name) => functionText(name)).join('\n'));
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'busy');
  const found = await Promise.all(
    own.map(async (name) => {
      const reserved = new Set<string>();
      for (let round = 0; round < 15; round++) {
        const [from, to] = [
          `${name}() {\n  ${lineAt(round)}`,
          `${name}() {\n  ${lineAt(round + 1)}`,
        ];
        const fields = {
          file_path: path,
          tool_name: 'Edit',
          tool_use_id: `${name}_${round}`,
          tool_input: { old_string: from, new_string: to },
        };
        await daemon.hook('preToolUse', name, fields);
        writeFileSync(join(root, path), read(path).replace(from, to));
        const answer = await daemon.hook('postToolUse', name, fields);
        for (const id of answer['reserved'] as string[]) reserved.add(id);
        assert.equal(answer['conflicts'], []);
      }
      return [...reserved];
    }),
  );
  assert.equal(
    found,
    own.map((name) => [`${path}#${name}`]),
  );
});

const lineAt = (round: number) => (round === 0 ? 'one();' : `round${round}();`);

test('RSV-6: two people who take turns on one file in two clones are told of no race', async () => {
  const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
  await relay.start();
  const [ana, bo] = [await relay.join('Ana'), undefined];
  const accounts = [ana, bo ?? (await relay.join('Bo', ana))];
  const people = await Promise.all(
    accounts.map(async ({ key }, index) => {
      const folder = sandbox.clone(root, `clone-${index}`);
      const at = { kind: 'remote', url: relay.url, key } as const;
      const one = await TestDaemon.start(folder, sandbox.folder(`home-${index}`), at);
      await one.indexed();
      return one;
    }),
  );
  const path = nextFile();
  const told: string[] = [];
  for (let round = 0; round < 6; round++) {
    for (const [index, person] of people.entries()) {
      const name = names[index] as string;
      const change = [
        `${name}() {\n  ${lineAt(round)}`,
        `${name}() {\n  ${lineAt(round + 1)}`,
      ] as const;
      told.push(await person.edits(`turn-${index}`, path, change));
    }
  }
  await Promise.all(people.map((person) => person.daemon.close()));
  await relay.stop();
  assert.equal(
    told.filter((said) => said !== ''),
    [],
  );
});

test.run();
