import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input, TestAgent } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { eventually } from '../support/waiting.ts';

export type Negotiation = Output<'openNegotiation'>;

/** Ada holds `login` and `logout` of one file, and Bob's agent wants them. */
export interface Contest {
  readonly world: World;
  readonly ada: TestAgent;
  readonly bob: TestAgent;
  readonly adas: string;
  readonly bobs: string;
}

export const file = 'src/a.ts';

export const both = [`${file}#login`, `${file}#logout`];

export async function contest(world: World, held = ['login', 'logout']): Promise<Contest> {
  const [ada, bob] = [world.as('ada').agent(), world.as('bob').agent()];
  const adas = await ada.start('sign-in');
  await ada.edit(file, held);
  return { world, ada, bob, adas, bobs: await bob.start('rename the user') };
}

export function opening({ world, bobs }: Contest, input: Input = {}): Input {
  const { id } = world.workspace;
  return { id, initiator_session: bobs, file, symbol_ids: both, rationale: 'rename', ...input };
}

export function open(contested: Contest, input: Input = {}): Promise<Negotiation> {
  return contested.world.as('bob').ok('openNegotiation', opening(contested, input));
}

export function answering({ world }: Contest, { id }: Negotiation, input: Input): Input {
  return { id: world.workspace.id, negotiation_id: id, ...input };
}

/** Ada's session answers. */
export function ada(contested: Contest, about: Negotiation, input: Input): Promise<Negotiation> {
  const answer = answering(contested, about, { from_session: contested.adas, ...input });
  return contested.world.as('ada').ok('respondNegotiation', answer);
}

export function bob(contested: Contest, about: Negotiation, input: Input): Promise<Negotiation> {
  const answer = answering(contested, about, { from_session: contested.bobs, ...input });
  return contested.world.as('bob').ok('respondNegotiation', answer);
}

export function look({ world }: Contest, { id }: Negotiation): Promise<Negotiation> {
  const input = { id: world.workspace.id, negotiation_id: id };
  return world.as('cleo').ok('getNegotiation', input);
}

/** `login by bob`, for every live reservation. */
export async function held(world: World): Promise<string[]> {
  const reservations = await world.as('cleo').reservations();
  return reservations
    .map(({ file_path, symbol_ids, user_name }) => `${symbol_ids[0] ?? file_path} by ${user_name}`)
    .sort();
}

/** What the agent's hook answers say, until they say something. */
export function nextMessage(agent: TestAgent): Promise<string> {
  const said = async () => (await agent.send({ event: 'file_check' })).message;
  return eventually('something that is said', said);
}

/** Time goes by while both agents work. */
export async function passAtWork({ world, ada, bob }: Contest, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= minutes(4)) {
    await ada.send({ event: 'file_check' });
    await bob.send({ event: 'file_check' });
    await world.pass(Math.min(left, minutes(4)));
  }
}
