import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OperationName } from '../../shared/api/operations.ts';
import { mcpPath } from '../../shared/contract/edge.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { addTask, startWorkstream } from '../tasks/support.ts';

const form = 'application/x-www-form-urlencoded';

scenario('ANS-1', 'a body that is empty needs no type', async (world) => {
  const ada = world.as('ada');
  await startWorkstream(world, 'checkout');
  const { id } = await addTask(world);
  const claim = `/workspaces/${world.workspace.id}/tasks/${id}/claim`;
  const path = '/users/validate-key';
  const asked = [
    [path, form],
    [path, 'text/plain'],
    [claim, form],
  ] as const;
  for (const [to, type] of asked) {
    const typed = { 'content-type': type };
    const answer = await ada.send({ method: 'POST', path: to, body: '', headers: typed });
    assert.is(answer.status, 200, `${to} ${type}: ${answer.text}`);
  }
  const headers = { 'content-type': form };
  const refused = await ada.send({ method: 'POST', path, body: 'a=b', headers });
  assert.is(refused.status, 400);
  assert.match(refused.text, 'Content-Type: application/json');
});

scenario('ANS-1', 'a change that names nothing to change is refused', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  await startWorkstream(world, 'checkout');
  const task = await addTask(world);
  const convention = await ada.ok('proposeConvention', { id, title: 'Rule', tier: 'should' });
  const changes: readonly (readonly [OperationName, Input, string])[] = [
    ['changeWorkspace', {}, 'name'],
    ['changeWorkstream', { slug: 'checkout' }, 'title'],
    ['changeTask', { task_id: task.id }, 'status'],
    ['changeConvention', { cid: convention.id }, 'status'],
  ];
  for (const [name, input, field] of changes) {
    const refused = await ada.refused(name, { id, ...input });
    assert.is(refused.status, 400, name);
    assert.is(refused.field, field, refused.message);
    assert.match(refused.message, 'is required, or ');
  }
});

scenario(
  'CMD-2',
  'a field that is missing is said in one form, whoever misses it',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const requests: readonly (readonly [OperationName, Input, string])[] = [
      ['recordCommit', {}, 'commit_sha'],
      ['retractReceipt', {}, 'receipt'],
      ['startWorkstream', { title: '任务' }, 'slug'],
    ];
    for (const [name, input, field] of requests) {
      const refused = await ada.refused(name, { id, ...input });
      assert.is(refused.field, field, refused.message);
      assert.ok(refused.message.startsWith(`${field} is missing`), refused.message);
    }
  },
);

relayScenario('ANS-1', 'an empty batch of MCP is an invalid request', async (world) => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const answer = await world.as('ada').send({ method: 'POST', path: mcpPath, body: '[]', headers });
  assert.is(answer.status, 400);
  const { error, id } = answer.body as { error: { code: number; message: string }; id: null };
  assert.equal([error.code, id], [-32600, null]);
  assert.match(error.message, 'Invalid Request');
});

relayScenario(
  'CON-3',
  'what is no message of MCP is an invalid request over HTTP too',
  async (world) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const said of [{ ...ping, id: {} }, { ...ping, jsonrpc: '1.0' }, 'x', 5, [ping, 7]]) {
      const body = JSON.stringify(said);
      const answer = await world.as('ada').send({ method: 'POST', path: mcpPath, body, headers });
      const { error, id } = answer.body as { error: { code: number }; id: null };
      assert.equal([answer.status, error.code, id], [400, -32600, null], body);
    }
  },
);

test.run();
