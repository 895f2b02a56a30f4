import { refuse } from '../../shared/kernel/refusal.ts';
import type { gateOperations } from '../../shared/gate/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function gateService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof gateOperations> {
  return {
    confirmReady: () => refuse('Unavailable', 'Not there yet.'),
    recordCommit: () => refuse('Unavailable', 'Not there yet.'),
    retractReceipt: () => refuse('Unavailable', 'Not there yet.'),
    listCommits: () => refuse('Unavailable', 'Not there yet.'),
    listFlakes: () => refuse('Unavailable', 'Not there yet.'),
  };
}
