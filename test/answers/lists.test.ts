import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { relayScenario as scenario } from '../support/scenario.ts';
import type { Person } from '../support/person.ts';

/** Walks a list that answers an array, page by page, as the header leads on. */
async function walk<T>(person: Person, path: string, limit: number): Promise<T[][]> {
  const pages: T[][] = [];
  let before = '';
  do {
    const answer = await person.get(`${path}?limit=${limit}${before}`);
    assert.is(answer.status, 200, answer.text);
    pages.push(answer.body as T[]);
    const cursor = answer.headers['x-next-cursor'];
    before = cursor === undefined ? '' : `&before=${String(cursor)}`;
  } while (before !== '' && pages.length < 100);
  return pages;
}

const names = [
  'a.md',
  'A/b.ts',
  'docs/caf\u00e9.md',
  'docs/100%.md',
  'docs/a&b=c.md',
  'docs/a#b.md',
  'docs/line\nbreak.md',
  `docs/${'long/'.repeat(100)}x.md`,
  `docs/${'\u6f22'.repeat(400)}.md`,
  'docs/\ud83d\ude00.md',
];

scenario(
  'ANS-4',
  'pages of reservations show each reservation once, whatever its name',
  async (world) => {
    for (const file of names) await world.as('ada').agent().edit(file);
    await world.as('ada').agent('c').edit('src/a.ts', ['', 'login', 'caf\u00e9', 'x y']);
    const path = `/workspaces/${world.workspace.id}/reservations`;
    const whole = await world.as('bob').reservations();
    assert.is(whole.length, names.length + 4);
    for (const limit of [1, 3, 14]) {
      const pages = await walk<object>(world.as('bob'), path, limit);
      assert.equal(pages.flat(), whole, `pages of ${limit}`);
      assert.ok(pages.every((page) => page.length <= limit));
      assert.is(pages.length, Math.ceil(whole.length / limit));
    }
  },
);

scenario('ANS-4', 'a cursor that is none is refused by name', async (world) => {
  const { id } = world.workspace;
  for (const before of ['docs/a.md', 'W10', 'WzEsMl0', 'x'.repeat(5_000)]) {
    const refused = await world.as('ada').refused('listReservations', { id, before });
    assert.is(refused.status, 400, before);
    assert.is(refused.field, 'before');
  }
});

scenario('ANS-4', 'a cursor of another list than of ids is refused by name', async (world) => {
  const { id } = world.workspace;
  for (const name of ['listMembers', 'listSessions', 'listWorkspaces'] as const) {
    const refused = await world.as('ada').refused(name, { id, before: 'zzz' });
    assert.is(refused.status, 400, name);
    assert.is(refused.field, 'before');
  }
});

scenario('ANS-4', 'pages of sessions', async (world) => {
  for (let index = 0; index < 7; index += 1) await world.as('ada').agent(`c-${index}`).start();
  const whole = await world.as('bob').sessions();
  const path = `/workspaces/${world.workspace.id}/sessions`;
  const pages = await walk<object>(world.as('bob'), path, 3);
  assert.equal(pages.flat(), whole);
  assert.is(pages.length, 3);
});

scenario('ANS-4', 'pages of members and of workspaces', async (world) => {
  const { id } = world.workspace;
  const ada = world.as('ada');
  for (let index = 0; index < 4; index += 1) {
    await world.addUser(`user-${index}`);
    await world.join(`user-${index}`, 'member');
    await ada.ok('createWorkspace', { name: 'More', slug: `more-${index}` });
  }
  const members: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await ada.ok('listMembers', { id, limit: 3, before });
    members.push(...page.members.map(({ user_id }) => user_id));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.is(members.length, 7);
  assert.is(new Set(members).size, 7);
  const workspaces: string[] = [];
  for (let before: string | undefined, turn = 0; turn < 10; turn += 1) {
    const page = await ada.ok('listWorkspaces', { limit: 2, before });
    workspaces.push(...page.workspaces.map(({ slug }) => slug));
    if ((before = page.next_cursor) === undefined) break;
  }
  assert.is(workspaces.length, 5);
  assert.is(new Set(workspaces).size, 5);
});

scenario('ANS-4', 'no page is larger than the bound', async (world) => {
  const { id } = world.workspace;
  for (const [name, limit] of [
    ['listMembers', 501],
    ['listWorkspaces', 501],
    ['listSessions', 10_001],
    ['listReservations', 10_001],
  ] as const) {
    const refused = await world.as('ada').refused(name, { id, limit });
    assert.is(refused.field, 'limit', name);
    await world.as('ada').ok(name, { id, limit: limit - 1 });
  }
});

scenario('ANS-4', 'sync and the briefing stay small in a crowd', async (world) => {
  const files = Array.from({ length: 120 }, (_, index) => `docs/${index}-${'x'.repeat(150)}.md`);
  await Promise.all(files.map((file, index) => world.as('ada').agent(`c-${index}`).edit(file)));
  const start = await world.as('bob').hook({ event: 'sessionStart' });
  assert.ok((start.additional_context ?? '').length <= 4_000);
  const { id } = world.workspace;
  const sync = await world.as('bob').ok('sync', { id, files: files.join(',').slice(0, 19_000) });
  assert.ok(sync.agents.length <= 50 && sync.reservations.length <= 200);
  assert.ok(sync.conflicts.length <= 50 && sync.conflicts.length > 0);
});

test.run();
