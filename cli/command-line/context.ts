import type { Refusal } from '../../shared/kernel/refusal.ts';
import type { Output } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Context {
  readonly terminal: Terminal;
  readonly output: Output;
}

/** A refusal is told to the user and exits with 1 (2 when it is about what they typed). */
export type Outcome = Refusal | 0 | 1 | 2;
