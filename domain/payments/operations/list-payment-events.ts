import { z } from 'zod';
import { GATEWAYS } from '../../kernel/gateways.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery, recordId } from '../../kernel/schema.ts';
import { selectEvents } from '../store.ts';
import { PAYMENT_EVENT_STATUSES } from '../table.ts';

/** Query of the list. */
const listPaymentEventsQuery = z.object({
  status: z.enum(PAYMENT_EVENT_STATUSES).optional().describe('Only events in this state.'),
  gateway: z.enum(GATEWAYS).optional().describe('Only events of this gateway.'),
  partner_id: recordId.optional().describe('Only events that name this partner.'),
  ...pageQuery(),
});

/** Events of payment gateways, newest first. */
export const listPaymentEvents = operation({
  name: 'payments.list',
  permission: 'administrator',
  params: nothing,
  input: listPaymentEventsQuery,
  run: ({ db }, _call, input) => selectEvents(db, input),
});
