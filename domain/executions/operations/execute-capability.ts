import type { z } from 'zod';
import type { AgentRow } from '../../agents/table.ts';
import type { ReferencedRecords } from '../../capabilities/feature.ts';
import { blankPrompts, requirePrompts } from '../../capabilities/settings.ts';
import { capabilityParams, knownCapability } from '../../capabilities/target.ts';
import type { Capability } from '../../capabilities/types.ts';
import type { Call } from '../../kernel/call.ts';
import { listChanged } from '../../kernel/change-events.ts';
import type { Deps } from '../../kernel/deps.ts';
import { memoize } from '../../kernel/memoize.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { type AcceptanceHooks, accept, auditAccepted, capabilityOrder } from '../accept.ts';
import { resolveReferencedRecords } from '../referenced-records.ts';
import { requestedAgent } from '../requested-agent.ts';
import { executeBody } from '../schema.ts';
import type { ExecutionSummary } from '../types.ts';
import { recoverExecution } from './reads.ts';

type ExecuteBody = z.output<typeof executeBody>;

/** Accepts an execution of a capability: holds its price and leaves the work to a workflow. */
export const executeCapability = executionOfCapability({});

/** The same operation with hooks into the transaction that accepts the execution. */
export function executionOfCapability({ admit, onAccepted }: AcceptanceHooks) {
  return operation({
    name: 'executions.execute',
    permission: 'manage_content',
    params: capabilityParams,
    target: knownCapability,
    capability: (capability) => capability.slug,
    input: executeBody,
    inputFor: (capability) => executeBodyFor(capability),
    prepare: checkOrder,
    async change(tx, { deps, call, input, target: capability, prepared: { agent, named } }): Promise<ExecutionSummary> {
      await admit?.(tx);
      const execution = await accept(tx, call, deps.ids.uuid(), {
        ...capabilityOrder(capability, input.settings),
        agentId: agent?.id ?? null,
        priority: input.priority,
        ...named,
        notifyOnComplete: input.notify_on_complete,
        retriedFrom: null,
      });
      await onAccepted?.(tx, execution);
      return execution;
    },
    audit: auditAccepted,
    changeEvent: ({ partner_id }) => listChanged(partner_id),
    recover: recoverExecution,
  });
}

/** The request body with the settings of the given capability. */
const executeBodyFor = memoize(
  ({ slug }: Capability) => slug,
  ({ settings }): z.ZodType<ExecuteBody> => executeBody.extend({ settings: settings.prefault({}) }),
);

/** What the body references: the agent (null for none) and its records. */
interface Checked {
  agent: AgentRow | null;
  named: ReferencedRecords;
}

/**
 * Checks the agent, the other referenced records, the prompts and the AI provider; throws when one rules the execution
 * out.
 */
export async function checkOrder(
  deps: Deps,
  call: Call,
  body: Pick<ExecuteBody, 'agent_id' | 'context' | 'settings'>,
  capability: Capability,
): Promise<Checked> {
  const named = await resolveReferencedRecords(deps, call, {
    capability,
    settings: body.settings,
    context: body.context,
  });
  const agent = await requestedAgent(deps, call, body.agent_id ?? null, [capability.slug]);
  requirePrompts(blankPrompts(capability, body.settings), 'settings');
  requireAi(deps, call);
  return { agent, named };
}
