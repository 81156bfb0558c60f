import type { z } from 'zod';
import type { openAgentDryRun } from '../../domain/agent-audit/steps/open-agent-dry-run.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Which dry run; the key tells it from a later one under the same number, once a database was restored. */
export interface AgentDryRunInput extends z.input<typeof openAgentDryRun.input> {
  /** Asked for with a sandbox key: it takes no slot from work that is paid for. */
  sandbox: boolean;
}

/** Has an agent try a capability without effects. */
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
    // Somebody waits for the answer.
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'agent_audit.dry_run', AgentDryRunInput>;
