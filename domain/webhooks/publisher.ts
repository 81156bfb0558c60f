import type { EntityManager } from 'typeorm';
import type { Command } from '../kernel/command.ts';
import { insertDeliveries, markBusy } from './publish-store.ts';
import { endpointTopic } from './rules.ts';
import type { WrittenEvent } from './types.ts';

/** What is to happen once the transaction has committed. */
export interface FanOut {
  commands: Command[];
  topics: string[];
}

/**
 * Gives every endpoint that subscribes to an event a delivery, in the transaction of the event. Endpoints that were idle
 * are marked busy and get a wake; those that are busy already have a drain, which the topic tells of the new delivery.
 */
export async function fanOut(
  em: EntityManager,
  now: Date,
  events: readonly WrittenEvent[],
  requestId: string,
): Promise<FanOut> {
  const endpointIds = await insertDeliveries(em, now, events);
  if (endpointIds.length === 0) return { commands: [], topics: [] };
  const woken = await markBusy(em, endpointIds);
  return {
    commands: woken.map((endpoint) => ({
      kind: 'webhook.wake',
      endpointId: endpoint.id,
      rowKey: endpoint.row_key,
      partnerId: endpoint.partner_id,
      requestId,
    })),
    topics: endpointIds.map(endpointTopic),
  };
}
