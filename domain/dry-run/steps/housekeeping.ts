import { listStale } from '../../kernel/stale-rows.ts';

/**
 * Active sessions whose run may be lost: entries are waiting, or the session expired a while ago. A session that is
 * only idle needs no run, since the next request starts one.
 */
export const listStaleSessions = listStale('dry_run.list_stale', {
  table: 'dry_run_session',
  open: ['active'],
  condition: `(r.expires_at < $1 OR EXISTS (SELECT FROM dry_run_entry e WHERE e.session_id = r.id AND e.status = 'open'))`,
  startedBy: 'dry_run.wake',
});
