import type { CreateWebhookBody } from '../api/generated/client/types.gen.ts';

/** A platform event, which webhooks and triggers subscribe to. */
export type EventName = CreateWebhookBody['events'][number];

/** All platform events, in the order of the API's catalog. */
export const EVENTS = [
  'listing.created',
  'listing.updated',
  'listing.published',
  'listing.failed',
  'cosell.created',
  'cosell.updated',
  'cosell.completed',
  'content.generated',
  'invoice.overdue',
  'credits.low',
  'credits.exhausted',
  'content.commented',
  'content.approved',
  'trigger.failed',
  'trigger.paused',
  'listing.score_changed',
  'listing.rescoring_paused',
] as const satisfies readonly EventName[];
