import { z } from 'zod';
import { findCapability } from '../capabilities/catalogue/index.ts';
import { onlyPlan, type Plan, pricePlan } from '../capabilities/plan.ts';
import { priceOf } from '../capabilities/settings.ts';
import type { Capability, StepTemplate } from '../capabilities/types.ts';
import { findTemplate } from '../capabilities/workflow-templates/catalogue/index.ts';
import { insertSteps, listSteps } from '../execution-steps/store.ts';
import type { ExecutionStepRow } from '../execution-steps/table.ts';
import { resourceUpdated } from '../kernel/change-notices.ts';
import type { Db, Tx } from '../kernel/deps.ts';
import { executionTopic } from './rules.ts';
import { findExecution, moveExecution } from './store.ts';
import type { ExecutionRow } from './table.ts';
import type { ExecutionReference } from './types.ts';

/** Steps that are left to do, as the workflow needs them. */
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

/**
 * Saves the plan of an execution for which nothing has to be asked: of a template, of a retry that has steps already, and of what can only be
 * one step. undefined where the AI is to be asked, null where the execution is no longer open.
 */
export async function planByRule(tx: Tx, execution: ExecutionRow): Promise<StepsToDo | null | undefined> {
  const given = mayHaveSteps(execution) ? await listSteps(tx.em, execution.id) : [];
  if (given.length > 0) {
    const begun = await startWork(tx, execution, summaryOfGiven(execution));
    return begun ? remaining(given) : savedPlan(tx.em, referenceOf(execution));
  }
  const capability = findCapability(execution.capability);
  const plan = capability && onlyPlan(capability, execution.settings);
  return capability && plan ? savePlan(tx, execution, capability, plan) : undefined;
}

/** Writes a plan, and begins to carry it out; of two at once the first one's stands, and both are told it. */
export async function savePlan(
  tx: Tx,
  execution: ExecutionRow,
  capability: Capability,
  { summary, steps }: Plan,
): Promise<StepsToDo | null> {
  if (!(await startWork(tx, execution, summary))) return savedPlan(tx.em, referenceOf(execution));
  await insertSteps(tx.em, execution.id, pricePlan(priceOf(capability, execution.settings), steps));
  return remaining(steps);
}

/** The plan that an earlier attempt or another worker has saved; null where the execution was ended. */
export async function savedPlan(db: Db, reference: ExecutionReference): Promise<StepsToDo | null> {
  const execution = await findExecution(db, reference);
  return execution?.status === 'executing' ? remaining(await listSteps(db, execution.id)) : null;
}

/** Whether the execution was given steps when it was accepted. */
function mayHaveSteps({ template_slug, retried_from }: ExecutionRow): boolean {
  return template_slug !== null || retried_from !== null;
}

function summaryOfGiven({ template_slug, capability, retried_from }: ExecutionRow): string {
  const known = template_slug === null ? findCapability(capability) : findTemplate(template_slug);
  const how = retried_from === null ? 'as its template says' : `continued from execution ${retried_from}`;
  return `${known?.name ?? capability}, ${how}.`;
}

/** false when it is no longer being planned. */
async function startWork(tx: Tx, execution: ExecutionRow, planSummary: string): Promise<boolean> {
  const moved = await moveExecution(tx.em, tx.now, referenceOf(execution), { status: 'executing', planSummary });
  if (!moved) return false;
  tx.announce(resourceUpdated(execution.partner_id, 'executions', execution.id));
  tx.notify(executionTopic(execution.id));
  return true;
}

function referenceOf({ id, row_key }: ExecutionRow): ExecutionReference {
  return { executionId: id, rowKey: row_key };
}

/** Steps without those that are finished; a fresh plan has none that are. */
function remaining(
  steps: readonly (StepTemplate & Partial<Pick<ExecutionStepRow, 'status' | 'optional'>>)[],
): StepsToDo {
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
