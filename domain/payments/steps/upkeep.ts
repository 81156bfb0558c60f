import { listStale } from '../../kernel/stale-rows.ts';

/** Events that are to be carried out and whose run may be lost; those with a reason wait for something else. */
export const listStaleEvents = listStale('payments.list_stale', {
  table: 'payment_event',
  open: ['stored'],
  condition: 'r.reason IS NULL',
  startedBy: 'payment.apply',
});
