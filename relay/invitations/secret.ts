import { invitationPrefix } from '../../shared/invitations/contract.ts';
import { randomText } from '../../shared/node/random-ids.ts';

/** INV-1: 160 random bits. They are stored as an API key is, as their SHA-256. */
export function newInvitation(): string {
  return invitationPrefix + randomText(32);
}
