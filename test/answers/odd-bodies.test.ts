/** Bodies that are no JSON object, of another type, too large or too deep. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limits } from '../../shared/contract/fields.ts';
import { refusalIn } from '../support/person.ts';
import { relayScenario as scenario, scenario as everywhere } from '../support/scenario.ts';
import { json, assertCalm, rawBodies } from './odd-input.ts';

scenario('ANS-2', 'bodies that are no JSON object', async (world) => {
  for (const [title, body] of Object.entries(rawBodies)) {
    for (const path of ['/workspaces', '/workspaces/sessions/hook', '/auth/exchange']) {
      const answer = await world.as('ada').send({ method: 'POST', path, headers: json, body });
      assertCalm(answer, `${title} to ${path}`);
      assert.is(answer.status, 400, `${title} to ${path}`);
    }
  }
});

everywhere('ANS-2', 'a body that is no JSON object is none of a daemon either', async (world) => {
  const { id } = world.workspace;
  const own = ['sync', 'sync/confirm', 'sync/commit', 'workstreams'].map(
    (path) => `/workspaces/${id}/${path}`,
  );
  const noObjects = ['[]', '5', '"x"', '{', '['.repeat(100_000), Buffer.from([0x7b, 0xff, 0x7d])];
  for (const path of [...own, '/workspaces/sessions/heartbeat', '/workspaces/sessions/hook']) {
    for (const body of noObjects) {
      const answer = await world.as('ada').send({ method: 'POST', path, headers: json, body });
      const title = `${body.toString().slice(0, 5)} to ${path}: ${answer.text}`;
      assert.is(answer.status, 400, title);
      assert.match(answer.text, /The body (is not valid|must be a JSON object)/, title);
    }
  }
});

scenario('ANS-2', 'bodies of another type', async (world) => {
  const body = '{"name":"x","slug":"y"}';
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
    '',
  ];
  for (const type of types) {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const answer = await world
      .as('ada')
      .send({ method: 'POST', path: '/workspaces', headers, body });
    assertCalm(answer, type);
    assert.is(answer.status, 400, type);
    assert.match(refusalIn(answer).message, /application\/json/);
  }
  const fine = { 'content-type': 'application/JSON; charset=UTF-8' };
  const answer = await world
    .as('ada')
    .send({ method: 'POST', path: '/workspaces', headers: fine, body });
  assert.is(answer.status, 201, answer.text);
});

scenario('ANS-1', 'a body over the limit is a 413, however it is sent', async (world) => {
  const body = JSON.stringify({ name: 'x'.repeat(limits.bodyBytes), slug: 'x' });
  const announced = await world
    .as('ada')
    .send({ method: 'POST', path: '/workspaces', headers: json, body });
  assert.is(announced.status, 413);
  assert.is(refusalIn(announced).error, 'TooLarge');
  const headers = { ...json, 'transfer-encoding': 'chunked' };
  const chunked = await world
    .as('ada')
    .send({ method: 'POST', path: '/workspaces', headers, body });
  assert.is(chunked.status, 413);
  const just = JSON.stringify({ name: 'x'.repeat(limits.bodyBytes - 30), slug: 'x' });
  assert.is(
    (await world.as('ada').send({ method: 'POST', path: '/workspaces', headers: json, body: just }))
      .status,
    400,
  );
});

scenario('ANS-2', 'GET with a body', async (world) => {
  const body = '{"limit":"x"}';
  for (const headers of [json, { 'content-type': 'text/plain' }, {}]) {
    const answer = await world
      .as('ada')
      .send({ method: 'GET', path: '/workspaces', headers, body });
    assertCalm(answer, JSON.stringify(headers));
  }
  await world.as('ada').ok('listWorkspaces', {});
});

scenario('ANS-2', 'what is too deep to be written down is refused by its name', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  await bob.ok('startWorkstream', { id, title: 'Deep', slug: 'deep' });
  const context = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const body = `{"workstream":"deep","title":"T","context":${context}}`;
  const path = `/workspaces/${id}/tasks`;
  const refused = refusalIn(await bob.send({ method: 'POST', path, headers: json, body }));
  assert.equal([refused.status, refused.field], [400, 'context']);
});

test.run();
