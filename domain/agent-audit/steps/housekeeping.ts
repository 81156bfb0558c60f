import { rollUpCounts } from '../../kernel/counters.ts';
import { listStale } from '../../kernel/stale-rows.ts';

/** Lists running challenges whose workflow run may be lost. */
export const listStaleChallenges = listStale('agent_audit.list_stale_challenges', {
  table: 'agent_challenge',
  open: ['running'],
  startedBy: 'agent_audit.challenge',
});

/** Lists running agent dry runs whose workflow run may be lost. */
export const listStaleAgentDryRuns = listStale('agent_audit.list_stale_dry_runs', {
  table: 'agent_dry_run',
  open: ['running'],
  startedBy: 'agent_audit.dry_run',
});

/** Rolls up the counts of executions by outcome. */
export const rollUpOutcomes = rollUpCounts('agent_audit.roll_up_outcomes', {
  name: 'execution_outcome_count',
  kinds: ['agent_id', 'capability', 'sandbox', 'status', 'bucket'],
  sums: ['credits', 'duration_ms', 'items'],
  maxima: ['last_ended_at'],
});

/** Rolls up the guardrail hits of ended executions. */
export const rollUpGuardrailHits = rollUpCounts('agent_audit.roll_up_guardrail_hits', {
  name: 'guardrail_hit_count',
  kinds: ['agent_id', 'capability', 'sandbox', 'rule', 'action'],
});
