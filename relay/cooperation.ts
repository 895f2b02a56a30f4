import type { ServiceDependencies } from './kernel/dependencies.ts';
import { gateService } from './gate/service.ts';
import { negotiationService } from './negotiations/service.ts';
import { publishedContractService } from './published-contracts/service.ts';
import { radarService } from './radar/service.ts';
import { taskService } from './tasks/service.ts';
import { workPackageService } from './work-packages/service.ts';
import { waitService } from './waits/service.ts';
import { workstreamService } from './workstreams/service.ts';

/** Workstreams, tasks, negotiations, waits, published contracts, the test gate, the radar and work packages, wired at one place. */
export function cooperationServices(dependencies: ServiceDependencies) {
  return {
    ...workstreamService(dependencies),
    ...taskService(dependencies),
    ...negotiationService(dependencies),
    ...waitService(dependencies),
    ...publishedContractService(dependencies),
    ...gateService(dependencies),
    ...radarService(dependencies),
    ...workPackageService(dependencies),
  };
}
