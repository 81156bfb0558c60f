import { listStale } from '../../kernel/stale-rows.ts';

/**
 * Active sessions whose run may be lost: something waits in them, or their time was up a while ago. One that is merely idle does without a
 * run, since whatever is asked of it starts another.
 */
export const listStaleSessions = listStale('dry_run.list_stale', {
  table: 'dry_run_session',
  open: ['active'],
  condition: `(r.expires_at < $1 OR EXISTS (SELECT FROM dry_run_entry e WHERE e.session_id = r.id AND e.status = 'open'))`,
  startedBy: 'dry_run.wake',
});
