import { z } from 'zod';
import { pageQuery, recordId } from '../kernel/schema.ts';
import { GATEWAYS, PAYMENT_EVENT_STATUSES } from './table.ts';

/** Path of an event. */
export const paymentEventParams = z.object({ payment_event_id: recordId });

/** Query of the list. */
export const listPaymentEventsQuery = z.object({
  status: z.enum(PAYMENT_EVENT_STATUSES).optional(),
  gateway: z.enum(GATEWAYS).optional(),
  partner_id: recordId.optional().describe('Whom the events name.'),
  ...pageQuery(),
});
