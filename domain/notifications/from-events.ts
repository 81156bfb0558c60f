import type { PublishedEvent } from '../../infra/database/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { type NewNotification, notifyPeople } from './notify-people.ts';

/** Events that notify people, too. Other notifications have no event, or one that says less than the operation knows. */
const NOTIFIED: Readonly<Record<string, Pick<NewNotification, 'kind' | 'to'>>> = {
  'credits.low': { kind: 'credits_low', to: { roles: ['owner', 'admin'] } },
};

/** Notifies people of published events, in the transaction that publishes them. */
export function addNotifications(tx: Tx, events: readonly PublishedEvent[]): void {
  for (const { partnerId, type } of events) {
    const notification = NOTIFIED[type];
    if (notification) notifyPeople(tx, { partnerId, ...notification });
  }
}
