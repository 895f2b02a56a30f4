import type { Clock } from '../../shared/kernel/clock.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Authorizer } from '../access/authorizer.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import type { Database } from '../store/database.ts';
import type { GroupCommitter } from '../store/group-committer.ts';

/** What every slice's service is given. */
export interface ServiceDependencies {
  readonly database: Database;
  readonly committer: GroupCommitter;
  readonly authorizer: Authorizer;
  readonly commandRunner: CommandRunner;
  readonly clock: Clock;
  readonly durations: Durations;
  /** Is called with what was thrown behind an answer, where no caller is left to be refused. */
  readonly onError: (error: unknown) => void;
}
