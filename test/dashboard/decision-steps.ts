/** Decisions for the tests of their views: recorded, stale, and in the rows of a list. */
import type { Page } from 'playwright-core';
import type { World } from '../support/harness.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

export const path = 'src/auth.ts';
export const rowsOf = (page: Page, name = 'Decisions') =>
  page.getByRole('list', { name, exact: true }).getByRole('link');
export const titlesOf = async (page: Page) =>
  (await page.locator('.decision-row > .list-row-title').allInnerTexts()).map((title) =>
    title.trim(),
  );

/** A second after the one before, so that their order is known. */
export function decide(world: World, title: string, more: object = {}, person = 'ada') {
  world.clock.advance(1_000);
  return world.as(person).ok('decide', { id: world.workspace.id, title, ...more });
}

/** Publishes the file with `login` in this form. */
export const write = (world: World, meaning: string, signature = 'function login(): void') =>
  publish(world, 'bob', [fileOf(path, [symbolOf('login', { meaning_hash: meaning, signature })])]);

/** A decision about `login` whose code has changed since. */
export async function staleOne(world: World): Promise<string> {
  await write(world, 'm1');
  const { id } = await decide(world, 'login takes nothing', { files: [path] });
  await write(world, 'm2', 'function login(user: string): boolean');
  return id;
}
