/** RSV-10, RSV-15: what one agent has changed by a write, however it is made and reported. */
import { execFile } from 'node:child_process';
import { closeSync, openSync, renameSync, unlinkSync, writeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { write } from './support.ts';
import {
  Call,
  daemon,
  endTracking,
  functionText,
  names,
  nextFile,
  read,
  root,
  source,
  startTracking,
  textWith,
  watchedMs,
} from './tracked-writes.ts';

const test = suite('what one write changed');

test.before(startTracking);
test.after(endTracking);

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

test('RSV-15: a formatter that runs behind a write counts for it', async () => {
  const path = nextFile();
  const call = new Call('formatted', path, { name: 'alpha', how: 'edit' });
  await call.check();
  call.write();
  writeFileSync(join(root, path), textWith(read(path), 'delta', 'formatted();'));
  assert.equal(await call.report(), ['alpha', 'delta']);
});

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

test('GIT-4: a file that is ignored no longer is reserved with its next write', async () => {
  const path = 'built/client.ts';
  const fields = { file_path: path, tool_name: 'Write' };
  const reservedBy = async (rules: string, text: string) => {
    write(root, '.gitignore', rules);
    await daemon.hook('preToolUse', 'maker', fields);
    write(root, path, text);
    const answer = await daemon.hook('postToolUse', 'maker', fields);
    return (answer['reserved'] as string[]).length > 0;
  };
  assert.is(await reservedBy('built/\n', source), false);
  assert.is(await reservedBy('', textWith(source, 'beta')), true);
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

test.run();
