import type { AccountChange, Tx } from '../kernel/deps.ts';
import { notifyPeople } from './notify-people.ts';

/** Notifies a person at the console of a change of the own account; the mail is sent by whatever changes it. */
export function notifyOfSecurityChange(tx: Tx, { partnerId, userId, change, detail }: AccountChange): void {
  notifyPeople(tx, {
    partnerId,
    kind: 'security',
    to: { userId },
    record: { type: 'security_change', id: change },
    title: detail ?? undefined,
  });
}
