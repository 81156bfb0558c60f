import { z } from 'zod';
import { pageQuery, recordId } from '../kernel/schema.ts';
import { GATEWAYS, PAYMENT_EVENT_STATUSES } from './table.ts';

/** Path of an event. */
export const paymentEventParams = z.object({ payment_event_id: recordId.describe('Number of the event.') });

/** Query of the list. */
export const listPaymentEventsQuery = z.object({
  status: z.enum(PAYMENT_EVENT_STATUSES).optional().describe('Only events in this state.'),
  gateway: z.enum(GATEWAYS).optional().describe('Only events of this gateway.'),
  partner_id: recordId.optional().describe('Whom the events name.'),
  ...pageQuery(),
});
