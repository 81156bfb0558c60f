import { listStale } from '../../kernel/stale-rows.ts';

/** Events to apply whose run may be lost. Those with a reason wait for something else. */
export const listStaleEvents = listStale('payments.list_stale', {
  table: 'payment_event',
  open: ['stored'],
  condition: 'r.reason IS NULL',
  startedBy: 'payment.apply',
});
