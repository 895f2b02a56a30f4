import type { Locator, Page } from 'playwright-core';
import type { World } from '../../support/harness.ts';

/** The file that Bob works on. */
export const file = 'src/checkout/total.ts';

export const minuteMs = 60_000;

/** A part of the page, by its name. */
export const region = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name });

/** The list of the agents. */
export const agents = (page: Page) => region(page, 'Agents at work');

/** The line of an agent in it. */
export const row = (page: Page, text: string | RegExp) =>
  agents(page).getByRole('link').filter({ hasText: text });

/** The map of the repository. */
export const map = (page: Page) => page.getByRole('group', { name: /Map of the repository/ });

/** Bob holds `total` in one file, Cleo two symbols of another; answers their sessions. */
export async function twoAtWork(world: World): Promise<{ bob: string; cleo: string }> {
  const bob = await world
    .as('bob')
    .agent('bob-1', { branch: 'coord/rounding' })
    .start('Round once');
  await world.as('bob').agent().edit(file, ['total']);
  const cleo = await world.as('cleo').agent().start('Show the parts');
  await world.as('cleo').agent().edit('web/cart.ts', ['Cart', 'CartRow']);
  return { bob, cleo };
}

/** Cleo wants what Bob holds. */
export const deny = (world: World) => world.as('cleo').agent().check(file, ['total']);

/** The time of the page goes on with that of the relay. */
export async function pass(world: World, page: Page, ms: number): Promise<void> {
  await world.pass(ms);
  await page.clock.setFixedTime(world.clock.now());
}
