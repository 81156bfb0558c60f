import { listStale } from '../../kernel/stale-rows.ts';

/** Mails whose run may be lost. */
export const listStaleMails = listStale('mail.list_stale', {
  table: 'mail',
  open: ['queued'],
  startedBy: 'mail.send',
});
