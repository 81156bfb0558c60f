import type { EntityManager } from 'typeorm';
import type { Command } from '../kernel/command.ts';
import { insertDeliveries, type WrittenEvent } from './publish-store.ts';
import { endpointTopic } from './rules.ts';
import { wakeCommand } from './wake-command.ts';

/** What is to happen once the transaction has committed. */
interface FanOut {
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
  const endpoints = await insertDeliveries(em, now, events);
  return {
    commands: endpoints.filter(({ wasIdle }) => wasIdle).map((endpoint) => wakeCommand(endpoint, requestId)),
    topics: endpoints.map(({ id }) => endpointTopic(id)),
  };
}
