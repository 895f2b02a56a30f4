/** Transactions on PostgreSQL of which the relay does not learn whether they were committed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { onPostgres, relayScenario as scenario } from '../support/scenario.ts';
import { startRelay } from '../support/start-relay.ts';

for (const [how, withinMs] of [
  ['is cut', 2_000],
  ['goes silent', 4_000],
] as const) {
  scenario(
    'ANS-5, DUR-5',
    `a commit whose connection ${how} is not tried again, and the answer says that its outcome is not known`,
    async (world) => {
      const proxy = await CuttingProxy.start(world.database.address);
      const address = new URL(proxy.address);
      address.searchParams.set('query_timeout', '2000');
      const told: string[] = [];
      const relay = await startRelay({
        host: '127.0.0.1',
        port: 0,
        database: address.href,
        onError: (error) => world.errors.push(error),
        onNotice: (sentence) => told.push(sentence),
      });
      const [ada, via] = [world.as('ada'), { via: relay.url }];
      const learn = (insight: string) => {
        const asked = { id: world.workspace.id, insight };
        return ada.call('learn', asked, { ...via, idempotencyKey: insight });
      };
      try {
        assert.is((await learn('before')).status, 201);
        proxy.armed = { text: 'lost', how };
        const askedAtMs = performance.now();
        const lost = await learn('lost');
        assert.ok(performance.now() - askedAtMs < withinMs, 'a silence is waited for once');
        assert.is(lost.status, 503);
        assert.match(lost.text, /not known whether .*Idempotency-Key/);
        assert.not.match(lost.text, 'Nothing is known to be lost');
        assert.is(proxy.armed, undefined, 'the commit went through and its answer did not');
        assert.match(told.join(), 'does not answer');
        assert.is((await learn('lost')).status, 201, 'the same key is safe');
        assert.is((await learn('after')).status, 201);
        const { learnings } = await ada.ok('listLearnings', { id: world.workspace.id }, via);
        assert.equal(learnings.map(({ insight }) => insight).sort(), ['after', 'before', 'lost']);
      } finally {
        await relay.close();
        proxy.close();
      }
    },
    { on: onPostgres },
  );
}

test.run();
