import type { CreateWebhookBody } from '../api/generated/client/types.gen.ts';

/** An event of the platform: webhooks are told of it, and triggers fire on it. */
export type EventName = CreateWebhookBody['events'][number];

/** Events in the order of the catalogue. */
export const EVENTS = [
  'listing.created',
  'listing.updated',
  'listing.published',
  'listing.failed',
  'cosell.created',
  'cosell.updated',
  'cosell.completed',
  'content.generated',
] as const satisfies readonly EventName[];
