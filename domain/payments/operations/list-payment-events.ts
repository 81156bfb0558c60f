import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listPaymentEventsQuery } from '../schema.ts';
import { selectEvents } from '../store.ts';

/** Events of payment gateways, newest first. */
export const listPaymentEvents = operation({
  name: 'payments.list',
  permission: 'administrator',
  params: nothing,
  input: listPaymentEventsQuery,
  run: ({ db }, _call, input) => selectEvents(db, input),
});
