import type { Output } from '../../shared/api/operations.ts';
import type { Input } from '../support/person.ts';
import { fileOf, symbolOf } from '../support/symbols.ts';
import type { World } from '../support/harness.ts';

/** A decision that names `login` of `src/auth.ts`. */
export const plain = {
  title: 'Passwords are hashed with argon2',
  rationale: 'login compares hashes only',
  type: 'architecture',
  files: ['src/auth.ts'],
} as const;

/** Ada records `plain`, with other fields where `input` has them. */
export function decide(world: World, input: Input = {}): Promise<Output<'recordDecision'>> {
  const { id: workspace_id } = world.workspace;
  return world.as('ada').ok('recordDecision', { workspace_id, ...plain, ...input });
}

/** As Bob sees it. */
export function get(world: World, decision_id: string): Promise<Output<'getDecision'>> {
  return world.as('bob').ok('getDecision', { id: world.workspace.id, decision_id });
}

/** As Bob sees them. */
export function list(world: World, query: Input = {}): Promise<Output<'listDecisions'>> {
  return world.as('bob').ok('listDecisions', { id: world.workspace.id, ...query });
}

/** The ids of the stale decisions, as Bob sees them. */
export async function staleIds(world: World, query: Input = {}): Promise<string[]> {
  const { id } = world.workspace;
  const { decisions } = await world.as('bob').ok('listStaleDecisions', { id, ...query });
  return decisions.map((one) => one.id);
}

/** The file of `login` and `logout`, with the meaning hashes that are given, else `m1`. */
export const auth = (meaning: Partial<Record<'login' | 'logout', string>> = {}) =>
  fileOf('src/auth.ts', [
    symbolOf('login', { meaning_hash: meaning.login ?? 'm1' }),
    symbolOf('logout', { meaning_hash: meaning.logout ?? 'm1', start_line: 5, end_line: 8 }),
  ]);
