import { foldCounts } from '../../kernel/counters.ts';

/** Folds how executions ended. */
export const foldOutcomes = foldCounts('agent_audit.fold_outcomes', {
  name: 'execution_outcome_count',
  kinds: ['agent_id', 'capability', 'sandbox', 'status', 'bucket'],
  sums: ['credits', 'duration_ms', 'items'],
  maxima: ['last_ended_at'],
});

/** Folds the guardrail hits of executions that ended. */
export const foldGuardrailHits = foldCounts('agent_audit.fold_guardrail_hits', {
  name: 'guardrail_hit_count',
  kinds: ['agent_id', 'capability', 'sandbox', 'rule', 'action'],
});
