import { AiError } from '../../../infra/ai/port.ts';
import { applyAgent } from '../../agents/configuration.ts';
import { retryPrompt, savePaidAnswer } from '../../capabilities/ask.ts';
import { checkPlan, defaultPlan, type Plan, planQuestion } from '../../capabilities/plan.ts';
import type { Capability } from '../../capabilities/types.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { agentOf, attemptWithinHalfHour, purposeOf } from '../attempt.ts';
import { planByRule, pricedPlan, savedPlan, savePlan, stepsToDo } from '../planning.ts';
import { startPlan } from '../store.ts';
import type { ExecutionRow } from '../table.ts';
import { executionInput } from '../target.ts';

/** How many times the AI is asked for a plan before the default plan is used. */
const MAX_PLAN_ATTEMPTS = 2;

/**
 * Makes and saves the plan once, with the AI where something has to be planned. A repeat returns the saved plan, and
 * null when the execution is no longer open. Throws AiError (may be temporary) and RetriesExhausted.
 */
export const planExecution = step({
  name: 'executions.plan',
  input: executionInput,
  output: stepsToDo.nullable(),
  async run(deps, call, reference) {
    const execution = await startPlan(deps.db, deps.clock.now(), reference);
    if (!execution) return savedPlan(deps.db, reference);
    // For runs that began before this was part of beginning.
    const ruled = await planByRule(deps.capabilities, deps.db, execution);
    if (ruled) return deps.transaction(call, (tx) => savePlan(tx, execution, ruled));
    const capability = deps.capabilities.find(execution.capability);
    if (!capability)
      throw new AiError('misconfigured', `The capability ${execution.capability} is not in the catalogue.`);
    const makePlan = () =>
      attemptWithinHalfHour(deps, { execution, step: null, firstAttemptAt: execution.plan_started_at }, () =>
        askForPlan(deps, call, capability, execution),
      );
    return savePaidAnswer(planKey(execution), makePlan, (plan) =>
      deps.transaction(call, (tx) => savePlan(tx, execution, pricedPlan(execution, capability, plan))),
    );
  },
});

function planKey({ row_key }: ExecutionRow): string {
  return `${row_key}/plan`;
}

async function askForPlan(deps: Deps, call: Call, capability: Capability, execution: ExecutionRow): Promise<Plan> {
  const question = applyAgent(
    await agentOf(deps.db, execution),
    { task: 'plan', capability: capability.slug, models: deps.ai.models },
    planQuestion(capability, execution.settings, execution.context),
  );
  let problems: string[] = [];
  for (let attempt = 1; attempt <= MAX_PLAN_ATTEMPTS; attempt += 1) {
    const prompt = problems.length === 0 ? question.prompt : retryPrompt(question, 'plan', problems);
    const answer = await askForObject(
      deps,
      call,
      execution,
      { ...question, prompt },
      `${planKey(execution)}/${attempt}`,
    );
    const checked = checkPlan(capability, execution.settings, answer);
    if (checked.ok) return checked.plan;
    problems = checked.problems.slice(0, 20);
  }
  return defaultPlan(capability, execution.settings);
}

/** The AI's object; null when the response is not one, which counts as an invalid plan. */
async function askForObject(
  deps: Deps,
  call: Call,
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
