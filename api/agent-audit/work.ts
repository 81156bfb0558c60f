import { dryRunFailed } from '../../domain/agent-audit/operations/dry-run-agent.ts';
import { getAgentChallenge, getAgentDryRunById } from '../../domain/agent-audit/operations/reads.ts';
import { workUri } from '../../domain/kernel/change-events.ts';
import { longWork } from '../long-work.ts';

/** A dry run of a capability. */
export const agentDryRunWork = longWork({
  kind: 'dry-run',
  uriOf: (id) => workUri('agent-dry-run', id),
  read: getAgentDryRunById,
  stateOf(dryRun) {
    const { id, status, steps, results, created_at, updated_at } = dryRun;
    const done = Object.keys(results).length;
    return {
      id,
      isOpen: status === 'running',
      message: status === 'running' ? `${done} of ${steps.length} steps are simulated.` : 'The dry run has ended.',
      createdAt: created_at,
      updatedAt: updated_at,
      ...(status === 'failed' && { failure: dryRunFailed(dryRun) }),
    };
  },
});

/** A challenge of an agent. */
export const agentChallengeWork = longWork({
  kind: 'challenge',
  uriOf: (id) => workUri('agent-challenge', id),
  read: getAgentChallenge,
  stateOf: ({ id, status, answered, total, error, created_at, updated_at }) => ({
    id,
    isOpen: status === 'running',
    message: error ?? `${answered} of ${total} prompts are answered.`,
    createdAt: created_at,
    updatedAt: updated_at,
    isFailed: status === 'failed',
  }),
});
