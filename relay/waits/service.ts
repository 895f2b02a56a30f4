import { refuse } from '../../shared/kernel/refusal.ts';
import type { waitOperations } from '../../shared/waits/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function waitService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof waitOperations> {
  return {
    addWait: () => refuse('Unavailable', 'Not there yet.'),
    listWaits: () => refuse('Unavailable', 'Not there yet.'),
    getWait: () => refuse('Unavailable', 'Not there yet.'),
    giveUpWait: () => refuse('Unavailable', 'Not there yet.'),
  };
}
