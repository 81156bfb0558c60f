import { z } from 'zod';
import type { AgentRow } from '../../agents/table.ts';
import type { ReferencedRecords } from '../../capabilities/feature.ts';
import { blankPrompts, capabilityParams, knownCapability, requirePrompts } from '../../capabilities/request.ts';
import type { Capability } from '../../capabilities/types.ts';
import type { Call } from '../../kernel/call.ts';
import { listChanged } from '../../kernel/change-events.ts';
import type { Deps } from '../../kernel/deps.ts';
import { memoize } from '../../kernel/memoize.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { jsonObject, recordId } from '../../kernel/schema.ts';
import {
  type AcceptanceHooks,
  accept,
  auditAccepted,
  capabilityOrder,
  requestedAgent,
  requireReferences,
  resolveReferencedRecords,
} from '../accept.ts';
import type { ExecutionSummary } from '../rules.ts';
import { PRIORITIES } from '../table.ts';
import { recoverExecution } from './reads.ts';

/** Body of execute; a capability narrows `settings` to its own schema. */
export const executeBody = z.object({
  agent_id: recordId.nullish().describe('Agent that runs the execution; chosen automatically when absent.'),
  settings: jsonObject().prefault({}).describe('Settings of the capability; unknown ones are ignored.'),
  context: jsonObject()
    .prefault({})
    .describe(
      'Additional facts for the writer. `brand_voice_id` and `brand_voice_product_id` select a brand voice and its product.',
    ),
  priority: z.enum(PRIORITIES).default('normal').describe('Which of your waiting executions runs first.'),
  notify_on_complete: z.boolean().default(false).describe('Publishes `content.generated` when the execution ends.'),
});
type ExecuteBody = z.output<typeof executeBody>;

const { agent_id, context, settings } = executeBody.shape;

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
    references: references({ agent_id, context, settings }, requireReferences),
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
