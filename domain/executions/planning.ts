import { z } from 'zod';
import type { Capabilities, ExecutableTemplate } from '../capabilities/feature.ts';
import { onlyPlan, type Plan, pricePlan } from '../capabilities/plan.ts';
import { priceOf } from '../capabilities/request.ts';
import type { Capability, PlannedStep, StepTemplate } from '../capabilities/types.ts';
import { resourceUpdated } from '../kernel/change-events.ts';
import type { Db, Tx } from '../kernel/deps.ts';
import { type ExecutionReference, executionTopic } from './rules.ts';
import { insertSteps, selectSteps } from './step-store.ts';
import { findExecution, moveExecution } from './store.ts';
import type { ExecutionRow, ExecutionStepRow } from './table.ts';

/** Steps that remain, as the workflow needs them. */
export const stepsToDo = z.object({
  steps: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      dependsOn: z.array(z.string()),
      optional: z.literal(true).optional(),
    }),
  ),
});
type StepsToDo = z.output<typeof stepsToDo>;

/** A plan that can be saved. Steps that the execution did not have when it was accepted are new, and priced. */
interface ReadyPlan {
  summary: string;
  steps: readonly (StepTemplate & Partial<Pick<ExecutionStepRow, 'status' | 'optional'>>)[];
  added: readonly PlannedStep[];
}

/**
 * The plan of an execution that needs no AI planning: of a template, of a retry that has steps already, or with only
 * one possible step; else null.
 */
export async function planByRule(
  capabilities: Capabilities,
  db: Db,
  execution: ExecutionRow,
): Promise<ReadyPlan | null> {
  const existing = mayHaveSteps(execution) ? await selectSteps(db, execution.id) : [];
  if (existing.length > 0)
    return { summary: await summaryOfGiven(capabilities, db, execution), steps: existing, added: [] };
  const capability = capabilities.find(execution.capability);
  const plan = capability && onlyPlan(capability, execution.settings);
  return capability && plan ? pricedPlan(execution, capability, plan) : null;
}

/** A new plan, at the execution's price. */
export function pricedPlan(execution: ExecutionRow, capability: Capability, { summary, steps }: Plan): ReadyPlan {
  return { summary, steps, added: pricePlan(priceOf(capability, execution.settings), steps) };
}

/**
 * Saves a plan and starts executing it. Of two concurrent plans the first is kept and returned to both. null when the
 * execution has ended.
 */
export async function savePlan(tx: Tx, execution: ExecutionRow, plan: ReadyPlan): Promise<StepsToDo | null> {
  const reference = { executionId: execution.id, rowKey: execution.row_key };
  const moved = await moveExecution(tx.em, tx.now, reference, { status: 'executing', planSummary: plan.summary });
  if (!moved) return savedPlan(tx.em, reference);
  if (plan.added.length > 0) await insertSteps(tx.em, execution.id, plan.added);
  tx.emit(resourceUpdated(execution.partner_id, 'executions', execution.id));
  tx.notify(executionTopic(execution.id));
  return remaining(plan.steps);
}

/** The plan that an earlier attempt or another worker has saved; null when the execution has ended. */
export async function savedPlan(db: Db, reference: ExecutionReference): Promise<StepsToDo | null> {
  const execution = await findExecution(db, reference);
  return execution?.status === 'executing' ? remaining(await selectSteps(db, execution.id)) : null;
}

/** Whether the execution may have had steps when it was accepted. */
function mayHaveSteps({ template_slug, retried_from }: ExecutionRow): boolean {
  return template_slug !== null || retried_from !== null;
}

async function summaryOfGiven(capabilities: Capabilities, db: Db, execution: ExecutionRow): Promise<string> {
  const { template_slug, capability, retried_from } = execution;
  const known = template_slug === null ? capabilities.find(capability) : await templateOf(capabilities, db, execution);
  const how = retried_from === null ? 'as its template says' : `continued from execution ${retried_from}`;
  return `${known?.name ?? capability}, ${how}.`;
}

/** The template that an execution is of, in the version of its plan; undefined when that is no longer kept. */
export async function templateOf(
  capabilities: Capabilities,
  db: Db,
  { partner_id: partnerId, template_slug: slug, template_id: id, template_version: version }: ExecutionRow,
): Promise<Pick<ExecutableTemplate, 'name' | 'input'> | undefined> {
  if (id !== null && version !== null) return capabilities.ownTemplate(db, { partnerId, id, version });
  return slug === null ? undefined : capabilities.findTemplate(slug);
}

/** The unfinished steps; all of them for a new plan. */
function remaining(steps: ReadyPlan['steps']): StepsToDo {
  const finished = new Set(steps.filter((step) => step.status === 'completed').map((step) => step.key));
  return {
    steps: steps
      .filter((step) => !finished.has(step.key))
      .map((step) => ({
        key: step.key,
        kind: step.kind,
        dependsOn: step.depends_on.filter((key) => !finished.has(key)),
        ...(step.optional && { optional: true as const }),
      })),
  };
}
