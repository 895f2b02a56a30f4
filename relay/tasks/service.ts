import { refuse } from '../../shared/kernel/refusal.ts';
import type { taskOperations } from '../../shared/tasks/contract.ts';
import type { Handlers } from '../handlers.ts';
import type { ServiceDependencies } from '../service-dependencies.ts';

export function taskService(
  _dependencies: ServiceDependencies,
): Handlers<keyof typeof taskOperations> {
  return {
    createTask: () => refuse('Unavailable', 'Not there yet.'),
    listTasks: () => refuse('Unavailable', 'Not there yet.'),
    getTask: () => refuse('Unavailable', 'Not there yet.'),
    claimTask: () => refuse('Unavailable', 'Not there yet.'),
    changeTask: () => refuse('Unavailable', 'Not there yet.'),
  };
}
