import { refuse } from '../../shared/kernel/refusal.ts';
import type { negotiationOperations } from '../../shared/negotiations/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function negotiationService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof negotiationOperations> {
  return {
    openNegotiation: () => refuse('Unavailable', 'Not there yet.'),
    listNegotiations: () => refuse('Unavailable', 'Not there yet.'),
    getNegotiation: () => refuse('Unavailable', 'Not there yet.'),
    respondNegotiation: () => refuse('Unavailable', 'Not there yet.'),
    settleNegotiation: () => refuse('Unavailable', 'Not there yet.'),
  };
}
