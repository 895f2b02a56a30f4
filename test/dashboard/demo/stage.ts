import type { PublishedFile } from '../../../shared/symbols/contract.ts';
import type { Caller } from './caller.ts';
import type { DemoClock } from './clock.ts';
import type { DemoRelay } from './demo-relay.ts';
import type { Random } from './random.ts';
import type { DemoAgent } from './team/agent.ts';
import type { AgentName } from './team/plans.ts';
import type { PersonName } from './team/people.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly caller: Caller;
}

/** What everything that makes data works with. */
export interface Stage {
  readonly clock: DemoClock;
  readonly random: Random;
  readonly relay: DemoRelay;
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly accounts: Readonly<Record<PersonName, Account>>;
  /** Those of the story and those that were added for scale, by name. */
  readonly agents: Map<string, DemoAgent>;
  /** What the symbol graph has, by path. */
  readonly files: Map<string, PublishedFile>;
  /** The ids of records that later ones name, by title or key. */
  readonly ids: Map<string, string>;
}

export function agentOf(stage: Stage, name: AgentName): DemoAgent {
  const found = stage.agents.get(name);
  if (found === undefined) throw new Error(`there is no agent ${name}`);
  return found;
}

export function idOf({ ids }: Stage, name: string): string {
  const found = ids.get(name);
  if (found === undefined) throw new Error(`nothing was recorded as ${name}`);
  return found;
}

/** Something that happens at a minute of the day. */
export type Scene = readonly [minute: number, act: () => Promise<unknown>];
