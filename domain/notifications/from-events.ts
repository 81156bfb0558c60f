import type { PublishedEvent } from '../../infra/database/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { type Notice, notifyPeople } from './notify-people.ts';

/** Events that people are told of, too. What else they are told has no event, or says less than the operation knows. */
const TOLD: Readonly<Record<string, Pick<Notice, 'kind' | 'to'>>> = {
  'credits.low': { kind: 'credits_low', to: { roles: ['owner', 'admin'] } },
};

/** Tells people of published events, in the transaction that publishes them. */
export function addNotifications(tx: Tx, events: readonly PublishedEvent[]): void {
  for (const { partnerId, type } of events) {
    const told = TOLD[type];
    if (told) notifyPeople(tx, { partnerId, ...told });
  }
}
