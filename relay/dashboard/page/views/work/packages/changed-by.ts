import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';

/** A review or another reading of a meeting can change any of its packages (PKG-4); the interface has no way to ask for one. */
export function packagesChangedBy(event: LogEvent): readonly string[] {
  switch (event.type) {
    case 'work_package_claimed':
    case 'work_package_changed':
      return [event.work_package.id];
    case 'meeting_completed':
    case 'meeting_reviewed':
    case 'meeting_read':
      return ['all'];
    default:
      return [];
  }
}
