/** Publishes and reads the contract of a user. */
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import type { FeedEvent, FeedReader } from '../support/streams.ts';
import { eventually } from '../support/waiting.ts';

export type Published = Output<'publishContract'>;

export const first = 'export interface User { id: string; email: string }';
export const second = 'export interface User { id: string }';

export function publish(world: World, input: Input = {}, name = 'bob'): Promise<Published> {
  const { id } = world.workspace;
  return world.as(name).ok('publishContract', { id, name: 'user', schema: first, ...input });
}

export function read(
  world: World,
  input: Input = {},
  name = 'cleo',
): Promise<Output<'getContract'>> {
  const { id } = world.workspace;
  return world.as(name).ok('getContract', { id, name: 'user', ...input });
}

/** The newest of so many publications. */
export function published(feed: FeedReader, count: number): Promise<FeedEvent> {
  return eventually(`${count} publications`, async () => {
    const found = feed.events.filter(({ type }) => type === 'contract_published');
    return found.length < count ? undefined : found.at(-1);
  });
}
