import { listStale } from '../../kernel/stale-rows.ts';
import { OPEN_STATUSES } from '../rules.ts';

/** Open analyses whose run may be lost. */
export const listStaleAnalyses = listStale('seo.list_stale', {
  table: 'seo_job',
  open: OPEN_STATUSES,
  startedBy: 'seo.start',
});
