import type { PublishedEvent } from '../../infra/database/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { type NewNotification, notifyPeople } from './notify-people.ts';
import { BILLING_ROLES } from './rules.ts';

/** Events that notify people, too. Other notifications have no event, or one that says less than the operation knows. */
const NOTIFIED: Readonly<Record<string, Pick<NewNotification, 'kind' | 'to'>>> = {
  'credits.low': { kind: 'credits_low', to: { roles: BILLING_ROLES } },
  'credits.exhausted': { kind: 'credits_exhausted', to: { roles: BILLING_ROLES } },
};

/** Notifies people of published events, in the transaction that publishes them. */
export function addNotifications(tx: Tx, events: readonly PublishedEvent[]): void {
  for (const { partnerId, type } of events) {
    const notification = NOTIFIED[type];
    if (notification && !isCovered(type, partnerId, events)) notifyPeople(tx, { partnerId, ...notification });
  }
}

/** Credits that are used up at once were low as well; people are notified of the second alone. */
function isCovered(type: string, partnerId: number, events: readonly PublishedEvent[]): boolean {
  if (type !== 'credits.low') return false;
  return events.some((other) => other.partnerId === partnerId && other.type === 'credits.exhausted');
}
