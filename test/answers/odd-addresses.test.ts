/** Addresses that lead nowhere. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refusalIn } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { assertCalm, oddPaths } from './odd-input.ts';

scenario('ANS-2', 'odd addresses', async (world) => {
  const { id } = world.workspace;
  const queries = [
    'limit=abc',
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=1&limit=2',
    'limit=',
    'limit[]=1',
    'before=%00',
    'before=%ff',
    'before=%ed%a0%80',
    `before=${'x'.repeat(9_000)}`,
    '__proto__=1&constructor=2',
    '&&&=&=',
    '%',
    '?',
    `${'a=1&'.repeat(2_000)}`,
  ];
  const lists = ['members', 'sessions', 'reservations'].flatMap((list) =>
    queries.map((query) => `/workspaces/${id}/${list}?${query}`),
  );
  for (const path of [...oddPaths, ...lists]) {
    assertCalm(await world.as('ada').get(path), path.slice(0, 80));
  }
});

scenario('ANS-1', 'what is not there is a 404 of the same form', async (world) => {
  for (const method of ['GET', 'PUT', 'DELETE', 'POST', 'OPTIONS', 'PROPFIND', 'TRACE']) {
    const answer = await world.as('ada').send({ method, path: '/nothing' });
    assert.is(answer.status, 404, method);
    assert.is(refusalIn(answer).error, 'NotFound');
  }
  assert.is((await world.as('ada').send({ method: 'HEAD', path: '/nothing' })).status, 404);
});

test.run();
