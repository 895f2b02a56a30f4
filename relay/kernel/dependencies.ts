import type { Clock } from '../../shared/kernel/clock.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Database } from '../store/database.ts';
import type { Authorizer } from '../access/authorizer.ts';
import type { CommandRunner } from '../access/command-runner.ts';

/** What a slice's service works with. */
export interface ServiceDependencies {
  readonly database: Database;
  readonly authorizer: Authorizer;
  readonly commandRunner: CommandRunner;
  readonly clock: Clock;
  readonly durations: Durations;
}
