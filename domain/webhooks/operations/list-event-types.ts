import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { EVENT_TYPES, type EventType } from '../catalogue.ts';

/** All events that endpoints can subscribe to. */
export const listEventTypes = operation({
  name: 'webhooks.event_types',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: nothing,
  run: async (): Promise<readonly EventType[]> => EVENT_TYPES,
});
