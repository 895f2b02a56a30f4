import * as assert from 'uvu/assert';
import { test } from 'uvu';
import { limits } from '../../shared/contract/limits.ts';
import { filePathIn, lacksFile } from '../../shared/sessions/hook-file.ts';
import type { HookBody } from '../../shared/sessions/contract.ts';
import { scenario } from '../support/scenario.ts';

const path = 'docs/a.md';
const edit = { old_string: 'a', new_string: 'b' };
const names = ['file_path', 'filePath', 'path', 'file', 'target_file'];

/** Ways to say that the file is written, beside `file_path`. */
const bodies: object[] = [
  ...names.map((name) => ({ tool_name: 'Write', [name]: path })),
  ...names.map((name) => ({ tool_name: 'Edit', tool_input: { [name]: path, ...edit } })),
  ...names.map((name) => ({ [name]: path })),
  { tool_input: { path, ...edit } },
  { tool_input: { path, edits: [edit] } },
  { tool_name: 'mine', tool_input: { path, file_text: '' } },
];

scenario('RSV-4', 'a write is checked under whatever name it gives its file', async (world) => {
  await world.as('ada').agent().edit(path);
  for (const body of bodies) {
    const asked = { event: 'preToolUse', ...body } as const;
    const answer = await world.as('bob').hook(asked);
    assert.is(answer.permission, 'deny', JSON.stringify(body));
  }
});

scenario('RSV-1', 'a write is reserved under whatever name it gives its file', async (world) => {
  for (const [index, body] of bodies.entries()) {
    const agent = world.as('ada').agent(`tab-${index}`);
    const answer = await agent.send({ event: 'postToolUse', ...body });
    assert.equal(answer.reserved, [path], JSON.stringify(body));
    await agent.end();
  }
});

/** Ways to name a second file beside `file_path`. */
const both: object[] = [
  { tool_name: 'Edit', tool_input: { file_path: path, ...edit } },
  { tool_name: 'Write', path, tool_input: { content: 'a' } },
  { tool_name: 'Write', tool_input: { file: 'src/free.ts', target_file: path } },
  { tool_name: 'Edit', tool_input: { edits: [edit, { filePath: path, ...edit }] } },
  { tool_name: 'editFiles', tool_input: { files: ['src/free.ts', path] } },
  { tool_input: { path } },
];

scenario('RSV-4', 'all files that a write names are checked, and one can deny', async (world) => {
  await world.as('ada').agent().edit(path);
  for (const body of both) {
    const named = { file_path: 'src/own.ts', symbol_ids: ['src/own.ts#a'], ...body };
    const answer = await world.as('bob').hook({ event: 'preToolUse', ...named });
    assert.is(answer.permission, 'deny', JSON.stringify(body));
    assert.match(answer.message ?? '', path);
  }
  const reading = { tool_name: 'Read', file_path: 'src/own.ts', tool_input: { file_path: path } };
  const answer = await world.as('bob').hook({ event: 'preToolUse', ...reading });
  assert.is(answer.permission, 'allow');
});

scenario('RSV-1', 'all files that a write names are reserved', async (world) => {
  const named = { file_path: 'src/own.ts', symbol_ids: ['a'], tool_name: 'Edit' };
  const input = { tool_input: { file_path: path, ...edit } };
  const answer = await world.as('ada').hook({ event: 'postToolUse', ...named, ...input });
  assert.equal([...(answer.reserved ?? [])].sort(), [path, 'src/own.ts#a']);
});

scenario('PTH-1', 'the place of a file on the disk is no second file', async (world) => {
  const file_path = 'src/own.ts';
  const input = { tool_name: 'Edit', tool_input: { file_path: `/home/bob/shop/${path}`, ...edit } };
  await world.as('ada').agent().edit(path);
  const answer = await world.as('bob').hook({ event: 'preToolUse', file_path, ...input });
  assert.is(answer.permission, 'allow');
});

scenario('HOK-4', 'an event that names too many files is refused', async (world) => {
  const files = Array.from({ length: limits.filesPerHook }, (_, at) => `src/${at}.ts`);
  const body = { event: 'preToolUse', workspace_slug: world.workspace.slug, session_id: 'tab-1' };
  const named = { tool_name: 'editFiles', tool_input: { files } };
  await world.as('bob').ok('hook', { ...body, ...named });
  const refusal = await world.as('bob').refused('hook', { ...body, ...named, file_path: path });
  assert.is(refusal.status, 400);
  assert.is(refusal['field'], 'tool_input');
});

scenario('ANS-1', 'a check of a write that names no file is refused', async (world) => {
  const unnamed: object[] = [
    { tool_name: 'Write' },
    { tool_name: 'str_replace_editor', tool_input: { command: 'create' } },
    { tool_name: 'Edit', tool_input: edit },
    { tool_input: edit },
    { tool_input: { content: 'a' } },
    { tool_name: 'apply_patch', tool_input: { input: '*** Begin Patch' } },
  ];
  for (const body of unnamed) {
    const asked = {
      event: 'preToolUse',
      workspace_slug: world.workspace.slug,
      conversation_id: 'tab-1',
      ...body,
    };
    const refusal = await world.as('bob').refused('hook', asked);
    assert.is(refusal.status, 400, JSON.stringify(body));
    assert.is(refusal.error, 'ValidationError');
    assert.is(refusal['field'], 'file_path');
    assert.match(refusal.message, 'file_path');
  }
});

scenario('RSV-1', 'what reads a file holds nothing', async (world) => {
  const agent = world.as('ada').agent();
  const read = { tool_name: 'Read', path, tool_input: { file_path: path } };
  await agent.send({ event: 'preToolUse', ...read } as never);
  await agent.send({ event: 'postToolUse', ...read } as never);
  const viewed = { tool_name: 'str_replace_editor', tool_input: { command: 'view' } };
  for (const tool of [{ tool_name: 'Read' }, viewed])
    await agent.send({ event: 'postToolUse', file_path: path, ...tool });
  assert.equal(await world.as('bob').reservations(), []);
  await world.as('bob').agent().edit(path);
  const asked = await agent.send({ event: 'preToolUse', file_path: path, tool_name: 'Read' });
  assert.is(asked.permission, 'allow');
  const unknown = { file_path: path, tool_name: 'my_writer' };
  assert.is((await agent.send({ event: 'preToolUse', ...unknown })).permission, 'deny');
});

test('other events and other tools need no file', () => {
  const body = { workspace_slug: 'shop', agent_type: 'test' } as HookBody;
  assert.not.ok(lacksFile({ ...body, event: 'preToolUse' }));
  assert.not.ok(lacksFile({ ...body, event: 'postToolUse', tool_name: 'Write' }));
  const message = { tool_name: 'SendMessage', tool_input: { content: 'hello' } };
  assert.not.ok(lacksFile({ ...body, event: 'preToolUse', ...message }));
  assert.is(filePathIn({ ...body, event: 'postToolUse', ...message }), undefined);
});

scenario('ANS-1', 'an editor that only views needs no file', async (world) => {
  const view = { tool_name: 'str_replace_editor', tool_input: { command: 'view' } };
  const answer = await world
    .as('bob')
    .agent()
    .send({ event: 'preToolUse', ...view });
  assert.is(answer.permission, 'allow');
});

test.run();
