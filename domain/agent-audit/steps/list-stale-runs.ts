import { listStale } from '../../kernel/stale-rows.ts';

/** Running challenges whose run may be lost. */
export const listStaleChallenges = listStale('agent_audit.list_stale_challenges', {
  table: 'agent_challenge',
  open: ['running'],
  startedBy: 'agent_audit.challenge',
});

/** Running rehearsals whose run may be lost. */
export const listStaleDryRuns = listStale('agent_audit.list_stale_dry_runs', {
  table: 'agent_dry_run',
  open: ['running'],
  startedBy: 'agent_audit.dry_run',
});
