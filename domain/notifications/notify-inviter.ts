import type { AcceptedInvitation, Tx } from '../kernel/deps.ts';
import { notifyPeople } from './notify-people.ts';

/** Notifies whoever sent an invitation that it was accepted. */
export function notifyInviter(tx: Tx, { partnerId, userId, name, invitedBy }: AcceptedInvitation): void {
  if (invitedBy === null) return;
  notifyPeople(tx, {
    partnerId,
    kind: 'invitation_accepted',
    to: { userId: invitedBy },
    record: { type: 'user', id: userId },
    title: name,
  });
}
