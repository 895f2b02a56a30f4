import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dropDatabases } from './databases.ts';
import { World, type WorldOptions } from './harness.ts';
import { forgetConnections, takeExchanges } from './http.ts';
import { ruleTexts } from './rules.ts';
import { nameOf, targets, type Target } from './targets.ts';

export interface ScenarioOptions {
  /** Where the scenario makes sense; everywhere unless said. */
  readonly on?: (target: Target) => boolean;
  /** Options of the relay. */
  readonly relay?: WorldOptions;
}

/** Registers one test per transport and database; its title carries the rule that it proves. */
export function scenario(
  rule: string,
  title: string,
  run: (world: World) => Promise<void>,
  { on = () => true, relay = {} }: ScenarioOptions = {},
): void {
  for (const target of targets().filter(on)) {
    test(`${rule} ${title} [${nameOf(target)}]`, async () => {
      const world = await World.start(target, relay);
      try {
        await run(world);
        assert.equal(world.errors.map(String), [], 'the relay met a bug');
        assert.equal(await world.unreadableEvents(), [], 'events that no follower would take');
      } catch (error) {
        console.error(`\n${ruleTexts(rule)}\nThe last requests and answers:\n${takeExchanges()}`);
        throw error;
      } finally {
        await world.close();
      }
    });
  }
}

/** A scenario of what only the relay does; a daemon passes it on as it is. */
export function relayScenario(...[rule, title, run, options]: Parameters<typeof scenario>): void {
  scenario(rule, title, run, { on: onRelay, ...options });
}

export const onDaemon = (target: Target): boolean => target.transport === 'daemon';
export const onRelay = (target: Target): boolean => target.transport === 'relay';
export const onPostgres = (target: Target): boolean =>
  onRelay(target) && target.database === 'postgres';

test.after(async () => {
  forgetConnections();
  await dropDatabases();
});
