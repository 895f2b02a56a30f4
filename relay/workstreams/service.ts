import { refuse } from '../../shared/kernel/refusal.ts';
import type { workstreamOperations } from '../../shared/workstreams/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function workstreamService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof workstreamOperations> {
  return {
    startWorkstream: () => refuse('Unavailable', 'Not there yet.'),
    listWorkstreams: () => refuse('Unavailable', 'Not there yet.'),
    getWorkstream: () => refuse('Unavailable', 'Not there yet.'),
    changeWorkstream: () => refuse('Unavailable', 'Not there yet.'),
    endWorkstream: () => refuse('Unavailable', 'Not there yet.'),
    joinWorkstream: () => refuse('Unavailable', 'Not there yet.'),
    leaveWorkstream: () => refuse('Unavailable', 'Not there yet.'),
    completeWorkstream: () => refuse('Unavailable', 'Not there yet.'),
  };
}
