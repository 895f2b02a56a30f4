import { test } from 'uvu';
import type { World, WorldOptions } from '../support/harness.ts';
import { scenario } from '../support/scenario.ts';
import { browserPath, openDashboard, signIn, type Tab } from './browser.ts';

/** A scenario in a real browser, where there is one. */
export function inBrowser(
  rule: string,
  title: string,
  run: (world: World) => Promise<void>,
  relay: WorldOptions = {},
): void {
  if (browserPath === undefined) test.skip(`${rule} ${title}`);
  else scenario(rule, title, run, { on: ({ database }) => database === 'sqlite', relay });
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
