import { shownUser } from '../../../../shared/kernel/display.ts';

/**
 * What an agent of `user` is called beside one of `whose`: a person who runs two is not told of by the same name twice. `me` is who
 * reads it.
 */
export function otherName(user: string, whose: string, me: string): string {
  if (user !== whose) return shownUser(user);
  return user === me ? 'another agent of yours' : 'another agent of theirs';
}
