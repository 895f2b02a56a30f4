import { execFile } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { git, Sandbox, TestDaemon, TestRelay, write } from './support.ts';

const test = suite('what a write changed');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
const home = sandbox.folder('home');
let daemon: TestDaemon;
let made = 0;
/** Longer than the watcher takes to report a change. */
const watchedMs = 400;

const functionText = (name: string) => `export function ${name}() {\n  one();\n}\n`;
const names = ['alpha', 'beta', 'gamma', 'delta'];
const source = names.map(functionText).join('\n');

test.before(async () => {
  for (let index = 0; index < 80; index++) write(root, `src/n${index}.ts`, source);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'files');
  daemon = await TestDaemon.start(root, home);
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

/** A committed file that no test has used yet. */
const nextFile = () => `src/n${made++}.ts`;
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const textWith = (text: string, name: string, line = 'two();') =>
  text.replace(functionText(name), functionText(name).replace('one();', line));

type How = 'edit' | 'write' | 'nothing said';

/** One tool call of an agent on one file: its steps, for a test to put in an order. */
class Call {
  private static calls = 0;
  private readonly fields: object;
  private readonly after: string;

  constructor(
    private readonly agent: string,
    private readonly path: string,
    { name, how, from = read(path) }: { name: string; how: How; from?: string },
  ) {
    this.after = textWith(from, name);
    const old_string = functionText(name);
    const new_string = textWith(old_string, name);
    const inputs = {
      edit: { old_string, new_string },
      write: { content: this.after },
      'nothing said': undefined,
    };
    this.isEdit = how === 'edit';
    this.replaced = [old_string, new_string];
    const tool_input = inputs[how];
    this.fields = {
      file_path: path,
      tool_name: how === 'edit' ? 'Edit' : 'Write',
      tool_use_id: `call_${Call.calls++}`,
      ...(tool_input !== undefined && { tool_input }),
    };
  }

  private readonly isEdit: boolean;
  private readonly replaced: readonly [string, string];

  async check(): Promise<void> {
    const answer = await daemon.hook('preToolUse', this.agent, this.fields);
    assert.is(answer['permission'], 'allow', JSON.stringify(answer));
  }

  /** An edit changes what is there; a whole-file write puts its own text in its place. */
  write(): void {
    const text = this.isEdit ? read(this.path).replace(...this.replaced) : this.after;
    writeFileSync(join(root, this.path), text);
  }

  async report(): Promise<string[]> {
    const answer = await daemon.hook('postToolUse', this.agent, this.fields);
    assert.equal(answer['conflicts'], [], JSON.stringify(answer));
    return (answer['reserved'] as string[]).map((id) => id.slice(id.indexOf('#') + 1)).sort();
  }
}

test('RSV-15: a write that follows the answer at once is compared with the text before it', async () => {
  const files = Array.from({ length: 40 }, nextFile);
  const { url } = daemon.daemon;
  const order = { url, token: daemon.token, slug: daemon.slug, root, files };
  const script = fileURLToPath(new URL('./immediate-writer.ts', import.meta.url));
  const args = ['--import', 'tsx', script, JSON.stringify(order)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const answers = JSON.parse(stdout) as { reserved: string[] }[];
  assert.equal(
    answers.map(({ reserved }) => reserved),
    files.map((path) => [`${path}#alpha`]),
  );
});

test('RSV-15: a truncating write that the watcher sees half-way', async () => {
  const path = nextFile();
  const call = new Call('cut', path, { name: 'beta', how: 'nothing said' });
  await call.check();
  const after = textWith(source, 'beta');
  const descriptor = openSync(join(root, path), 'w');
  writeSync(descriptor, after.slice(0, 60));
  await pass(watchedMs);
  writeSync(descriptor, after.slice(60));
  closeSync(descriptor);
  assert.equal(await call.report(), ['beta']);
});

test('RSV-15: a truncating write that the watcher sees half-way, and no hook before it', async () => {
  const path = nextFile();
  const after = textWith(source, 'beta');
  const descriptor = openSync(join(root, path), 'w');
  await pass(watchedMs);
  writeSync(descriptor, after);
  closeSync(descriptor);
  const call = new Call('cut-2', path, { name: 'beta', how: 'nothing said', from: source });
  assert.equal(await call.report(), ['beta']);
});

test('RSV-15: an editor writes a file beside it and renames that over it', async () => {
  const path = nextFile();
  const call = new Call('rename', path, { name: 'gamma', how: 'nothing said' });
  await call.check();
  write(root, `${path}.tmp`, textWith(source, 'gamma'));
  unlinkSync(join(root, path));
  await pass(watchedMs);
  renameSync(join(root, `${path}.tmp`), join(root, path));
  assert.equal(await call.report(), ['gamma']);
});

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

test('RSV-15: a formatter that runs behind a write counts for it', async () => {
  const path = nextFile();
  const call = new Call('formatted', path, { name: 'alpha', how: 'edit' });
  await call.check();
  call.write();
  writeFileSync(join(root, path), textWith(read(path), 'delta', 'formatted();'));
  assert.equal(await call.report(), ['alpha', 'delta']);
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

test('RSV-10: more changed symbols than a request may name are the whole file', async () => {
  const path = 'src/many.ts';
  const text = Array.from({ length: 600 }, (_, index) => functionText(`f${index}`)).join('');
  write(root, path, text);
  const answer = await daemon.hook('postToolUse', 'many', {
    file_path: path,
    tool_name: 'Write',
    tool_input: { content: text },
  });
  assert.equal(answer['reserved'], [path]);
});

for (const how of ['edit', 'write', 'nothing said'] as const) {
  test(`RSV-15: a write without a hook before it: ${how}`, async () => {
    const path = nextFile();
    const call = new Call(`late-${how}`, path, { name: 'beta', how });
    call.write();
    assert.equal(await call.report(), ['beta']);
  });

  test(`RSV-15: a write that the watcher saw before the only hook: ${how}`, async () => {
    const path = nextFile();
    const call = new Call(`later-${how}`, path, { name: 'beta', how });
    call.write();
    await pass(watchedMs);
    assert.equal(await call.report(), ['beta']);
  });
}

test('RSV-15: a new file and a deleted file, without a hook before the write', async () => {
  const path = 'src/new.ts';
  write(root, path, source);
  const fields = { file_path: path, tool_name: 'Write' };
  const added = await daemon.hook('postToolUse', 'maker', fields);
  assert.equal(
    (added['reserved'] as string[]).sort(),
    names.map((name) => `${path}#${name}`).sort(),
  );
  await daemon.hook('sessionEnd', 'maker');
  unlinkSync(join(root, path));
  const gone = await daemon.hook('postToolUse', 'remover', fields);
  assert.equal(
    (gone['reserved'] as string[]).sort(),
    names.map((name) => `${path}#${name}`).sort(),
  );
});

test('RSV-10: a file of code that Git ignores is reserved by nobody', async () => {
  write(root, '.gitignore', 'generated/\n');
  const path = 'generated/client.ts';
  for (const text of [source, textWith(source, 'beta')]) {
    await daemon.hook('preToolUse', 'generator', { file_path: path, tool_name: 'Write' });
    write(root, path, text);
    const fields = { file_path: path, tool_name: 'Write' };
    const answer = await daemon.hook('postToolUse', 'generator', fields);
    assert.equal(answer['reserved'], []);
  }
});

test('RSV-10: code set in before a symbol is found before the write', async () => {
  const path = nextFile();
  const ids = [`${path}#`];
  const held = await daemon.hook('postToolUse', 'holder', { file_path: path, symbol_ids: ids });
  assert.equal(held['reserved'], ids);
  const asked = await daemon.hook('preToolUse', 'second', {
    file_path: path,
    tool_name: 'Edit',
    tool_input: {
      old_string: 'export function beta() {',
      new_string: 'export const limit = 5;\nexport function beta() {',
    },
  });
  assert.is(asked['permission'], 'deny');
});

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
