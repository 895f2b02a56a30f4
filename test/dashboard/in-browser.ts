import { test } from 'uvu';
import type { World, WorldOptions } from '../support/harness.ts';
import { onRelay, scenario, type ScenarioOptions } from '../support/scenario.ts';
import type { Target } from '../support/targets.ts';
import { browserPath, openDashboard, signIn, type Tab } from './browser.ts';

type Run = (world: World) => Promise<void>;

/** A scenario in a real browser, where there is one, at the relay's page. */
export function inBrowser(rule: string, title: string, run: Run, relay: WorldOptions = {}): void {
  register(rule, title, run, { on: onRelay, relay });
}

/** The same at a daemon's page as well: for what the daemon does itself, as taking a key and passing on a recording. */
export function inBrowserAtBoth(
  rule: string,
  title: string,
  run: Run,
  relay: WorldOptions = {},
): void {
  register(rule, title, run, { on: () => true, relay });
}

function register(
  rule: string,
  title: string,
  run: Run,
  { on, relay }: Required<ScenarioOptions>,
): void {
  const onSqlite = (target: Target) => target.database === 'sqlite' && on(target);
  if (browserPath === undefined) test.skip(`${rule} ${title}`);
  else scenario(rule, title, run, { on: onSqlite, relay });
}

interface TabOptions {
  /** After the workspace: `now`, `inbox`, `decisions/<id>?…`. */
  readonly view?: string;
  readonly person?: string;
}

/** Somebody's tab, signed in, at a view that has everything of its first screen. */
export async function tabOf(
  world: World,
  { view = 'now', person = 'ada' }: TabOptions = {},
): Promise<Tab> {
  const who = world.as(person);
  const tab = await openDashboard(world, who, `/${world.workspace.slug}/${view}`);
  await signIn(tab, who.account.key);
  await tab.page.locator('main[data-ready]').waitFor();
  return tab;
}
