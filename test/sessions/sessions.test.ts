import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hookAnswer, hookEffects, type HookEvent } from '../../shared/sessions/contract.ts';
import { minutes } from '../support/fake-clock.ts';
import { scenario } from '../support/scenario.ts';

const eventsWith = (effect: string): HookEvent[] =>
  (Object.keys(hookEffects) as HookEvent[]).filter((event) => hookEffects[event] === effect);

scenario(
  'SES-1',
  'a conversation is one session, whichever name its family sends',
  async (world) => {
    const bob = world.as('bob');
    const first = await bob.agent('tab-1').start();
    const second = await bob.agent('tab-2').start();
    const other = await bob.agent('', { session_id: 'codex-1' }).start();
    assert.is(new Set([first, second, other]).size, 3);
    assert.is(await bob.agent('tab-1').start(), first);
    assert.is(await bob.agent('codex-1').start(), other, 'both names mean the same conversation');
    const again = await bob.agent('', { session_id: first }).send({ event: 'file_check' });
    assert.is(again.session_id, first, 'the id that was answered names the session too');
    const listed = (await bob.sessions()).map(({ id }) => id);
    assert.equal(listed.sort(), [first, second, other].sort());
  },
);

scenario('SES-1', 'subagents are sessions of their own', async (world) => {
  const main = world.as('bob').agent('tab-1');
  const sub = world.as('bob').agent('tab-1', { agent_id: 'sub-1' });
  const [mainId, subId] = [await main.start(), await sub.start()];
  assert.is.not(mainId, subId);
  await main.edit('docs/a.md');
  assert.is((await sub.check('docs/a.md')).permission, 'deny');
  const listed = await world.as('bob').sessions();
  assert.is(listed.find(({ id }) => id === subId)?.agent_id, 'sub-1');
});

scenario('SES-1', 'the same conversation of two users is two sessions', async (world) => {
  const mine = await world.as('ada').agent('same').start();
  const theirs = await world.as('bob').agent('same').start();
  assert.is.not(mine, theirs);
  const names = ['ada', 'bob', 'cleo'] as const;
  const conversations = Array.from({ length: 8 }, (_, index) => `at-once-${index}`);
  const starts = conversations.flatMap((id) =>
    names.map((name) => world.as(name).agent(id).start()),
  );
  assert.is(new Set(await Promise.all(starts)).size, 24, 'also when they start at once');
});

scenario('SES-2', 'five minutes without an event expire a session', async (world) => {
  const agent = world.as('ada').agent();
  await agent.start('paint');
  const feed = await world.as('bob').feed();
  await world.pass(minutes(5) - 1);
  assert.is((await world.as('bob').sessions()).length, 1);
  await world.pass(1);
  assert.equal(await world.as('bob').sessions(), []);
  await feed.next('session_ended', { reason: 'expired' });
  feed.close();
});

for (const [title, refresh] of refreshers()) {
  scenario('SES-2', `${title} refreshes`, async (world) => {
    const id = await world.as('ada').agent().start();
    await world.pass(minutes(4));
    await refresh(world, id);
    await world.pass(minutes(4));
    const [session] = await world.as('bob').sessions();
    assert.is(session?.id, id);
    assert.is(session?.last_heartbeat, new Date(world.clock.now() - minutes(4)).toISOString());
  });
}

function refreshers() {
  type World = Parameters<Parameters<typeof scenario>[2]>[0];
  type Refresh = (world: World, id: string) => Promise<unknown>;
  const events = [...eventsWith('heartbeat'), ...eventsWith('prompt'), ...eventsWith('check')];
  const heartbeat: Refresh = async (world, session_id) => {
    const { slug: workspace_slug } = world.workspace;
    const answer = await world.as('ada').ok('heartbeat', { workspace_slug, session_id });
    assert.is(answer.expires_at, new Date(world.clock.now() + minutes(5)).toISOString());
  };
  return [
    ...events.map((event): [string, Refresh] => [
      event,
      (world) => world.as('ada').agent().send({ event, file_path: 'docs/a.md' }),
    ]),
    ['a heartbeat', heartbeat] as [string, Refresh],
  ];
}

for (const event of eventsWith('end')) {
  scenario('SES-3', `${event} ends the session and releases what it holds`, async (world) => {
    const agent = world.as('ada').agent();
    await agent.edit('docs/a.md');
    await agent.edit('src/a.ts', ['login', 'logout']);
    const feed = await world.as('bob').feed();
    await agent.send({ event });
    assert.equal(await world.as('bob').reservations(), []);
    assert.equal(await world.as('bob').sessions(), []);
    const ended = await feed.next('session_ended', { reason: 'ended' });
    const released = feed.events.filter(({ type }) => type === 'file_released');
    assert.equal(
      released.map(({ data }) => [data['file'], data['symbols'], data['reason']]),
      [
        ['docs/a.md', [], 'session_ended'],
        ['src/a.ts', ['src/a.ts#login', 'src/a.ts#logout'], 'session_ended'],
      ],
    );
    assert.ok(released.every(({ data }) => data['at'] === ended.data['at']));
    feed.close();
  });
}

scenario('SES-3', 'POST end does the same, by id and by conversation, once', async (world) => {
  const ada = world.as('ada');
  const { slug: workspace_slug } = world.workspace;
  await ada.agent('c-1').edit('docs/a.md');
  const answer = await ada.ok('endSession', { workspace_slug, session_id: 'c-1' });
  assert.equal(answer.released, ['docs/a.md']);
  const again = await ada.ok('endSession', { workspace_slug, session_id: answer.session_id });
  assert.equal(again.released, []);
  assert.equal(await ada.sessions(), []);
});

scenario(
  'SES-3',
  'a conversation takes its subagents with it, a subagent only itself',
  async (world) => {
    const main = world.as('bob').agent('tab-1');
    const [one, two] = ['sub-1', 'sub-2'].map((agent_id) =>
      world.as('bob').agent('tab-1', { agent_id }),
    );
    await main.edit('docs/main.md');
    await one?.edit('docs/one.md');
    await two?.edit('docs/two.md');
    await one?.end();
    const held = async () => (await world.as('ada').reservations()).map((r) => r.file_path);
    assert.equal((await held()).sort(), ['docs/main.md', 'docs/one.md', 'docs/two.md']);
    assert.is((await world.as('ada').sessions()).length, 2);
    await main.end();
    assert.equal(await held(), []);
  },
);

scenario('SES-3', 'the end of a session that has expired releases what it holds', async (world) => {
  const agent = world.as('ada').agent();
  await agent.edit('docs/a.md');
  await world.pass(minutes(6));
  assert.equal(await world.as('ada').sessions(), []);
  assert.is((await world.as('bob').reservations()).length, 1);
  await agent.end();
  await world.quiet();
  assert.equal(await world.as('bob').reservations(), []);
});

scenario('SES-3', 'nobody ends or keeps alive the session of somebody else', async (world) => {
  const session_id = await world.as('ada').agent().start();
  await world.as('ada').agent().edit('docs/a.md');
  const { slug: workspace_slug } = world.workspace;
  for (const name of ['endSession', 'heartbeat'] as const) {
    const refused = await world.as('bob').refused(name, { workspace_slug, session_id });
    assert.is(refused.status, 404);
  }
  assert.is((await world.as('ada').reservations()).length, 1);
});

scenario(
  'SES-4',
  'an event for an ended, expired or unknown conversation opens it again',
  async (world) => {
    const agent = world.as('ada').agent();
    const id = await agent.start('paint the shed');
    await agent.end();
    assert.is((await agent.edit('docs/a.md')).session_id, id);
    await world.pass(minutes(6));
    assert.equal(await world.as('ada').sessions(), []);
    assert.is((await agent.send({ event: 'file_check' })).session_id, id);
    const [session] = await world.as('ada').sessions();
    assert.is(session?.current_task, 'paint the shed', 'what was known of it is kept');
    const unknown = await world.as('ada').agent('never-started').check('docs/b.md');
    assert.is(unknown.permission, 'allow');
    await world.quiet();
    assert.is((await world.as('ada').sessions()).length, 2);
  },
);

scenario('SES-4', 'a restart of the relay loses no session', async (world) => {
  const id = await world.as('ada').agent().start('paint');
  await world.restart();
  assert.is((await world.as('ada').agent().send({ event: 'file_check' })).session_id, id);
  assert.is((await world.as('ada').sessions())[0]?.current_task, 'paint');
});

scenario(
  'SES-4',
  'a session id that was never given out, or is not mine, is unknown',
  async (world) => {
    const theirs = await world.as('bob').agent().start();
    const { slug: workspace_slug } = world.workspace;
    for (const session_id of ['sess_00000000000000000000', theirs]) {
      const body = { workspace_slug, session_id, event: 'file_check' };
      assert.is((await world.as('ada').refused('hook', body)).status, 404);
    }
  },
);

scenario('SES-5', 'one tool call that two hook families report counts once', async (world) => {
  const agent = world.as('ada').agent();
  const call = { file_path: 'docs/a.md', tool_use_id: 'toolu_1' };
  const first = await agent.send({ event: 'postToolUse', ...call });
  const second = await agent.send({ event: 'PostToolUse', ...call });
  assert.is(second.session_id, first.session_id);
  assert.equal(second.reserved, first.reserved);
  assert.is((await world.as('bob').reservations()).length, 1);
  assert.is((await world.as('bob').sessions()).length, 1);
});

scenario('SES-5', 'the same event sent twice at once makes one session', async (world) => {
  const agent = world.as('ada').agent();
  const ids = await Promise.all(Array.from({ length: 8 }, () => agent.start()));
  assert.is(new Set(ids).size, 1);
  assert.is((await world.as('ada').sessions()).length, 1);
});

scenario(
  'SES-1',
  'prompts give the session its task, for the lists and for denials',
  async (world) => {
    const agent = world.as('ada').agent();
    await agent.start();
    for (const event of eventsWith('prompt')) {
      await agent.send({ event, task: `task of ${event}`, branch: 'feature/x' });
      const [session] = await world.as('bob').sessions();
      assert.is(session?.current_task, `task of ${event}`);
      assert.is(session?.branch, 'feature/x');
    }
  },
);

scenario('SES-1', 'starting answers a briefing of who works on what', async (world) => {
  const ada = world.as('ada').agent();
  await ada.send({ event: 'sessionStart', task: 'paint the shed' });
  await ada.edit('docs/plan.md');
  for (const event of eventsWith('start')) {
    const answer = await world.as('bob').hook({ event });
    assert.match(answer.additional_context ?? '', /ada/);
    assert.match(answer.additional_context ?? '', /paint the shed/);
    assert.match(answer.additional_context ?? '', /docs\/plan\.md/);
  }
});

scenario('SES-1', 'a sync that says no task is no news in a briefing', async (world) => {
  const ada = world.as('ada');
  await ada.ok('sync', { id: world.workspace.id });
  await ada.ok('sync', { id: world.workspace.id, task: 'paint the shed' });
  const { additional_context: text = '' } = await world.as('bob').agent().send({
    event: 'sessionStart',
  });
  assert.is(text.match(/announced/g)?.length, 1);
  assert.match(text, 'paint the shed');
});

scenario(
  'SES-3',
  'the end of a session is answered as the OpenAPI document says',
  async (world) => {
    const agent = world.as('bob').agent('tab-1');
    const { session_id } = await agent.edit('docs/a.md');
    const known = await agent.send({ event: 'Stop' });
    assert.equal(known, { ok: true, session_id, released: ['docs/a.md'] });
    const unknown = await world.as('bob').agent('tab-2').send({ event: 'sessionEnd' });
    assert.equal(unknown, { ok: true, session_id: '', released: [] });
    const document = await world.as('bob').send({ method: 'GET', path: '/openapi.json' });
    assert.match(document.text, '"released"');
    for (const answer of [known, unknown]) assert.equal(hookAnswer.parse(answer), answer);
  },
);

test.run();
