import type { Hold } from '../../../state/team.ts';
import type { Contests } from '../model/contests.ts';
import type { Cell } from './cells.ts';
import type { Layout } from './layout.ts';

/** Everything that the map shows. */
export interface Scene {
  readonly layout: Layout;
  readonly holds: ReadonlyMap<string, readonly Hold[]>;
  readonly contests: Contests;
  /** The sessions whose holds stand out; undefined for all alike. */
  readonly agents: ReadonlySet<string> | undefined;
  readonly nowMs: number;
}

/** A cell that is drawn, and whether somebody else wants it. */
export interface LitCell extends Cell {
  readonly hue: number;
  readonly isContested: boolean;
}
