import { refuse } from '../../shared/kernel/refusal.ts';
import type { radarOperations } from '../../shared/radar/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function radarService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof radarOperations> {
  return {
    reportForecasts: () => refuse('Unavailable', 'Not there yet.'),
  };
}
