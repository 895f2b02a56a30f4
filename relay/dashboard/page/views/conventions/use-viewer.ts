import { isAdmin, usePlace } from '../../place/place.ts';
import type { Viewer } from './may.ts';

/** The person at this page. */
export function useViewer(): Viewer {
  const place = usePlace();
  const { must_rules: mustRules = 'reviewed' } = place.workspace.value;
  return { userId: place.me.id, isAdmin: isAdmin(place), mustRules };
}
