import { refuse } from '../../shared/kernel/refusal.ts';
import type { publishedContractOperations } from '../../shared/published-contracts/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function publishedContractService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof publishedContractOperations> {
  return {
    publishContract: () => refuse('Unavailable', 'Not there yet.'),
    listContracts: () => refuse('Unavailable', 'Not there yet.'),
    getContract: () => refuse('Unavailable', 'Not there yet.'),
  };
}
