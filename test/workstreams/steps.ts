import { type Output } from '../../shared/api/operations.ts';
import type { WorkstreamRecord } from '../../shared/workstreams/contract.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';

export const sessionMs = 5 * 60_000;

export const notGated = 'No commit of it has passed the gate: coord gate run';

export function start(
  world: World,
  input: Input = {},
  name = 'bob',
): Promise<Output<'startWorkstream'>> {
  const { id } = world.workspace;
  return world.as(name).ok('startWorkstream', { id, title: 'Guest checkout', ...input });
}

export function show(
  world: World,
  slug = 'guest-checkout',
  name = 'cleo',
): Promise<WorkstreamRecord> {
  return world.as(name).ok('getWorkstream', { id: world.workspace.id, slug });
}

export function join(world: World, name: string, input: Input): Promise<Output<'joinWorkstream'>> {
  return world.as(name).ok('joinWorkstream', { id: world.workspace.id, ...input });
}

export function leave(world: World, name: string, input: Input): Promise<WorkstreamRecord> {
  return world.as(name).ok('leaveWorkstream', { id: world.workspace.id, ...input });
}

export async function slugs(world: World, name: string, query: Input = {}): Promise<string[]> {
  const { id } = world.workspace;
  const { workstreams } = await world.as(name).ok('listWorkstreams', { id, ...query });
  return workstreams.map(({ slug }) => slug);
}

/** The name of each member, and `joined` or `here` for their sessions. */
export function membersOf({ members }: WorkstreamRecord): string[] {
  return members
    .map(({ user_name, session_id, joined_at }) =>
      session_id === undefined
        ? user_name
        : `${user_name} ${joined_at === undefined ? 'here' : 'joined'}`,
    )
    .sort();
}

/** The workstream of each reservation, as everybody is shown it. */
export async function shownSlugs(world: World, name = 'cleo'): Promise<Record<string, string>> {
  const found = await world.as(name).reservations();
  return Object.fromEntries(
    found.map(({ file_path, workstream_slug }) => [file_path, workstream_slug ?? '']),
  );
}
