import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that has an agent rehearse a capability. */
export const AGENT_DRY_RUN_WORKFLOW = 'agentDryRun';

/** Its id; unique for the life of the database. */
export function agentDryRunWorkflowId(dryRunId: number): string {
  return `agent-dry-run-${dryRunId}`;
}

/** Which rehearsal; the key tells it from a later one under the same number, once a database was restored. */
interface DryRunReference {
  dryRunId: number;
  rowKey: string;
}

/** What the flow is started with. */
export interface AgentDryRunInput extends DryRunReference {
  /** Asked for with a sandbox key: it takes no slot from work that is paid for. */
  sandbox: boolean;
}

/** Work that asks the AI. */
export interface AgentDryRunWork {
  /** Rehearses a step; not open: there is no use in further steps. */
  rehearseAgentStep(input: DryRunReference & { key: string }): Promise<{ open: boolean }>;
}

/** Short transitions, run within the workflow task. */
export interface AgentDryRunTransitions {
  /** The steps of the plan; null when the rehearsal has ended. */
  openAgentDryRun(
    input: DryRunReference,
  ): Promise<{ steps: { key: string; kind: string; dependsOn: string[] }[] } | null>;
  /** Keeps the previews and ends the rehearsal. */
  settleAgentDryRun(input: DryRunReference): Promise<boolean>;
  /** Ends the rehearsal as failed for a class of failure; false when it had ended already. */
  failAgentDryRun(input: DryRunReference & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const agentDryRunCommands: EngineCommands<'agent_audit.dry_run'> = {
  'agent_audit.dry_run': (command, publicUrl) => {
    const { dryRunId, rowKey, partnerId, agentId, capability, sandbox, requestId } = command;
    return {
      action: 'start',
      workflowType: AGENT_DRY_RUN_WORKFLOW,
      workflowId: agentDryRunWorkflowId(dryRunId),
      taskQueue: MAIN_QUEUE,
      args: [{ dryRunId, rowKey, sandbox }],
      rowKey,
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
    };
  },
};
