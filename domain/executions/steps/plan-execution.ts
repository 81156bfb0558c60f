import { z } from 'zod';
import { AiError } from '../../../infra/ai/port.ts';
import { putQuestion } from '../../agents/put-question.ts';
import { promptAgain } from '../../capabilities/ask.ts';
import { findCapability } from '../../capabilities/catalogue/index.ts';
import { savePaidAnswer } from '../../capabilities/paid-answers.ts';
import { checkPlan, defaultPlan, onlyPlan, type Plan, planQuestion, pricePlan } from '../../capabilities/plan.ts';
import { priceOf } from '../../capabilities/settings.ts';
import type { Capability, StepTemplate } from '../../capabilities/types.ts';
import { findTemplate } from '../../capabilities/workflow-templates/catalogue/index.ts';
import { insertSteps, listSteps } from '../../execution-steps/store.ts';
import type { ExecutionStepRow } from '../../execution-steps/table.ts';
import { resourceUpdated } from '../../kernel/change-notices.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type StepCall, step } from '../../kernel/step.ts';
import { agentOf } from '../agent.ts';
import { withinHalfHour } from '../half-hour.ts';
import { purposeOf } from '../purpose.ts';
import { executionTopic } from '../rules.ts';
import { executionInput } from '../schema.ts';
import { findExecution, moveExecution, startPlan } from '../store.ts';
import type { ExecutionRow } from '../table.ts';
import type { ExecutionReference } from '../types.ts';

/** Steps that are left to do, as the workflow needs them; null when the execution is no longer open. */
const planResult = z
  .object({
    steps: z.array(
      z.object({
        key: z.string(),
        kind: z.string(),
        dependsOn: z.array(z.string()),
        optional: z.literal(true).optional(),
      }),
    ),
  })
  .nullable();
type PlanResult = z.output<typeof planResult>;

/** How often the AI is asked for a plan before the capability's default plan is used. */
const PLAN_QUESTIONS = 2;

/**
 * Makes and saves the plan once, by asking the AI where there is something to plan; a repeat returns the saved one. Throws AiError, which may
 * pass, and GaveUp.
 */
export const planExecution = step({
  name: 'executions.plan',
  input: executionInput,
  output: planResult,
  run,
});

async function run(deps: Deps, call: StepCall, reference: ExecutionReference): Promise<PlanResult> {
  const { executionId } = reference;
  const execution = await startPlan(deps.db, deps.clock.now(), reference);
  if (!execution) return savedPlan(deps, reference);
  if (execution.template_slug !== null) return beginTemplate(deps, call, execution);
  const capability = findCapability(execution.capability);
  if (!capability)
    throw new AiError('misconfigured', `The capability ${execution.capability} is not in the catalogue.`);
  const inherited = execution.retried_from === null ? [] : await listSteps(deps.db, executionId);
  const makePlan = async () =>
    inherited.length > 0
      ? null
      : (onlyPlan(capability, execution.settings) ??
        withinHalfHour(deps.clock, execution.plan_started_at, () => askForPlan(deps, call, capability, execution)));
  return savePaidAnswer(`${execution.row_key}/${call.idempotencyKey}`, makePlan, async (plan) => {
    if (!(await save(deps, call, execution, capability, plan))) return savedPlan(deps, reference);
    return remaining(plan ? plan.steps : inherited);
  });
}

/** Writes the plan; null: the execution goes on with what it inherited. False when it is no longer being planned. */
async function save(
  deps: Deps,
  call: StepCall,
  execution: ExecutionRow,
  capability: Capability,
  plan: Plan | null,
): Promise<boolean> {
  const reference = { executionId: execution.id, rowKey: execution.row_key };
  return deps.transaction(call, async (tx) => {
    const moved = await moveExecution(tx.em, tx.now, reference, {
      status: 'executing',
      ...(plan
        ? { planSummary: plan.summary }
        : { planSummary: `${capability.name}, continued from execution ${execution.retried_from}.` }),
    });
    if (!moved) return false;
    if (plan) await insertSteps(tx.em, execution.id, pricePlan(priceOf(capability, execution.settings), plan.steps));
    tx.announce(resourceUpdated(execution.partner_id, 'executions', execution.id));
    tx.notify(executionTopic(execution.id));
    return true;
  });
}

/** An earlier attempt or another worker made the plan, or the execution was stopped. */
async function savedPlan(deps: Deps, reference: ExecutionReference): Promise<PlanResult> {
  const execution = await findExecution(deps.db, reference);
  return execution?.status === 'executing' ? remaining(await listSteps(deps.db, execution.id)) : null;
}

/** Steps without those that are finished; a fresh plan has none that are. */
function remaining(
  steps: readonly (StepTemplate & Partial<Pick<ExecutionStepRow, 'status' | 'optional'>>)[],
): PlanResult {
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

/** An execution of a template has had its steps since it was accepted: there is nothing to plan. */
async function beginTemplate(deps: Deps, call: StepCall, execution: ExecutionRow): Promise<PlanResult> {
  const reference = { executionId: execution.id, rowKey: execution.row_key };
  const name = findTemplate(execution.template_slug ?? '')?.name ?? execution.template_slug;
  const how =
    execution.retried_from === null ? 'as its template says' : `continued from execution ${execution.retried_from}`;
  await deps.transaction(call, async (tx) => {
    const moved = await moveExecution(tx.em, tx.now, reference, {
      status: 'executing',
      planSummary: `${name}, ${how}.`,
    });
    if (!moved) return;
    tx.announce(resourceUpdated(execution.partner_id, 'executions', execution.id));
    tx.notify(executionTopic(execution.id));
  });
  return savedPlan(deps, reference);
}

async function askForPlan(deps: Deps, call: StepCall, capability: Capability, execution: ExecutionRow): Promise<Plan> {
  const question = putQuestion(
    await agentOf(deps.db, execution),
    { task: 'plan', capability: capability.slug, models: deps.ai.models },
    planQuestion(capability, execution.settings, execution.context),
  );
  let problems: string[] = [];
  for (let asked = 1; asked <= PLAN_QUESTIONS; asked += 1) {
    const prompt = problems.length === 0 ? question.prompt : promptAgain(question, 'plan', problems);
    const answer = await askForObject(
      deps,
      call,
      execution,
      { ...question, prompt },
      `${call.idempotencyKey}/${asked}`,
    );
    const checked = checkPlan(capability, execution.settings, answer);
    if (checked.ok) return checked.plan;
    problems = checked.problems.slice(0, 20);
  }
  return defaultPlan(capability, execution.settings);
}

/** The AI's object; null when it answered with something else, which counts as a bad plan. */
async function askForObject(
  deps: Deps,
  call: StepCall,
  execution: ExecutionRow,
  question: ReturnType<typeof planQuestion>,
  idempotencyKey: string,
): Promise<unknown> {
  if (!question.answer) return null;
  try {
    const { value } = await deps.ai.generateObject({
      purpose: purposeOf(execution, 'plan'),
      model: question.model,
      instructions: question.instructions,
      prompt: question.prompt,
      maxOutputTokens: question.maxOutputTokens,
      temperature: question.temperature,
      schemaName: question.answer.name,
      schema: question.answer.schema,
      sandbox: execution.sandbox,
      idempotencyKey,
      signal: call.signal,
    });
    return value;
  } catch (error) {
    if (error instanceof AiError && error.kind === 'malformed') return null;
    throw error;
  }
}
