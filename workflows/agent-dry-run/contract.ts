import type { z } from 'zod';
import type { openAgentDryRun } from '../../domain/agent-audit/steps/agent-dry-run.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies a dry run; the key distinguishes it from a later one with the same number, after a restore of the
 * database.
 */
export interface AgentDryRunInput extends z.input<typeof openAgentDryRun.input> {
  /** Requested with a sandbox key: it uses no slot of paid work. */
  sandbox: boolean;
}

/** Simulates a capability with an agent, without effects. */
export const AGENT_DRY_RUN = {
  workflow: 'agentDryRun',
  id: 'agent-dry-run',
  row: 'dryRunId',
  command: 'agent_audit.dry_run',
  start: ({ dryRunId, rowKey, partnerId, agentId, capability, sandbox, requestId }, publicUrl) => ({
    input: { dryRunId, rowKey, sandbox },
    memo: { requestId, link: `${publicUrl}/api/v1/agents/audit/${agentId}/dry-run/${dryRunId}` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `agent_dry_run:${dryRunId}`,
      MwCapability: capability,
    },
    summary: `Dry run of ${capability} by agent ${agentId}, partner ${partnerId}`,
    details: `Dry run ${dryRunId}. Safe to cancel or terminate: it fails; it has no effects and costs nothing.`,
    // A person waits for the result.
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'agent_audit.dry_run', AgentDryRunInput>;
