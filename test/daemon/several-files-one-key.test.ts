import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { committed } from './editing-agents.ts';
import { type TestDaemon, withDaemon, write } from './support.ts';

const test = suite('a hook with a key and several files');
let daemon: TestDaemon;
const root = withDaemon(test, (started) => (daemon = started));

test('ANS-5: what a hook with an Idempotency-Key wrote is reserved, each of its files', async () => {
  const paths = [1, 2, 3].map(() => committed(root, 'export const kept = 1;\n'));
  const edits = paths.map((file_path) => ({ file_path, old_string: '= 1', new_string: '= 2' }));
  const fields = { tool_name: 'MultiEdit', tool_use_id: 'call_1', tool_input: { edits } };
  const asked = await daemon.hook('preToolUse', 'ann', fields);
  assert.is(asked['permission'], 'allow');
  for (const path of paths)
    write(root, path, readFileSync(join(root, path), 'utf8').replace('1', '2'));
  const headers = { 'idempotency-key': 'key-of-the-caller' };
  await daemon.hook('postToolUse', 'ann', fields, headers);
  for (const path of paths) await daemon.untilHeld(`${path}#kept`);
});

test.run();
