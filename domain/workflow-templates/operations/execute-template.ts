import type { z } from 'zod';
import type { AgentRow } from '../../agents/table.ts';
import type { ReferencedRecords } from '../../capabilities/feature.ts';
import { requirePrompts } from '../../capabilities/request.ts';
import {
  type AcceptanceHooks,
  accept,
  auditAccepted,
  requestedAgent,
  requireReferences,
  resolveReferencedRecords,
} from '../../executions/accept.ts';
import { recoverExecution } from '../../executions/operations/reads.ts';
import type { ExecutionSummary } from '../../executions/rules.ts';
import { insertSteps } from '../../executions/step-store.ts';
import type { Call } from '../../kernel/call.ts';
import { listChanged } from '../../kernel/change-events.ts';
import type { Deps } from '../../kernel/deps.ts';
import { invalid } from '../../kernel/errors.ts';
import { memoize } from '../../kernel/memoize.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import {
  blankInputs,
  capabilitiesOf,
  capabilityOf,
  planProblems,
  planTemplate,
  problemsUnder,
  type TemplatePlan,
} from '../plan.ts';
import { executeTemplateBody, templateFromPath, templateParams } from '../schema.ts';
import type { WorkflowTemplate } from '../types.ts';

const { agent_id, context } = executeTemplateBody.shape;

type ExecuteBody = z.output<typeof executeTemplateBody>;

/**
 * Accepts an execution of a template: a single execution with the steps of all its capabilities, which holds the sum of
 * their prices.
 */
export const executeTemplate = executionOfTemplate({});

/** The same, with additional work in the transaction that accepts the execution. */
export function executionOfTemplate({ admit, onAccepted }: AcceptanceHooks) {
  return operation({
    name: 'workflow_templates.execute',
    permission: 'manage_content',
    params: templateParams,
    target: templateFromPath,
    capability: capabilitiesOf,
    references: references({ agent_id, context }, (deps, call, named, { steps: [first] }) =>
      requireReferences(deps, call, named, first && capabilityOf(deps.capabilities, first)),
    ),
    input: executeTemplateBody,
    inputFor: (template) => bodyFor(template),
    prepare,
    async change(
      tx,
      { deps, call, input, target: template, prepared: { agent, named, plan } },
    ): Promise<ExecutionSummary> {
      await admit?.(tx);
      const execution = await accept(tx, call, deps.ids.uuid(), {
        slug: template.slug,
        capabilities: capabilitiesOf(template),
        template: template.own ? { id: template.own.id, version: template.own.version } : 'platform',
        price: plan.price,
        settings: input.input,
        agentId: agent?.id ?? null,
        priority: input.priority,
        ...named,
        notifyOnComplete: input.notify_on_complete,
        retriedFrom: null,
      });
      await insertSteps(tx.em, execution.id, plan.steps);
      await onAccepted?.(tx, execution);
      return execution;
    },
    audit: auditAccepted,
    changeEvent: ({ partner_id }) => listChanged(partner_id),
    recover: recoverExecution,
  });
}

/** Of a partner's own template it is made anew each time: there may be any number of them. */
function bodyFor(template: WorkflowTemplate): z.ZodType<ExecuteBody> {
  return template.own ? bodyOf(template) : bodyOfPlatform(template);
}

const bodyOfPlatform = memoize(({ slug }: WorkflowTemplate) => slug, bodyOf);

function bodyOf({ input }: WorkflowTemplate): z.ZodType<ExecuteBody> {
  return executeTemplateBody.extend({ input: input.prefault({}) });
}

async function prepare(
  deps: Deps,
  call: Call,
  body: ExecuteBody,
  template: WorkflowTemplate,
): Promise<{ agent: AgentRow | null; named: ReferencedRecords; plan: TemplatePlan }> {
  const [first] = template.steps;
  if (!first) throw new Error(`The template ${template.slug} has no steps.`);
  // The context is the same for all steps: templates use no capability whose settings reference records, which a test
  // ensures.
  const capability = capabilityOf(deps.capabilities, first);
  const named = await resolveReferencedRecords(deps, call, { capability, settings: body.input, context: body.context });
  const agent = await requestedAgent(deps, call, body.agent_id ?? null, capabilitiesOf(template));
  requirePrompts(blankInputs(template, body.input), 'input');
  const problems = template.own
    ? problemsUnder('input', planProblems(deps.capabilities, template.steps, body.input))
    : {};
  if (Object.keys(problems).length > 0) throw invalid(problems);
  requireAi(deps, call);
  return { agent, named, plan: planTemplate(deps.capabilities, template, body.input) };
}
