import { z } from 'zod';
import type { AiUsage } from '../../../infra/ai/port.ts';
import { findCapability } from '../../capabilities/catalogue/index.ts';
import { progressOf } from '../../capabilities/plan.ts';
import { stepKind } from '../../capabilities/step-kinds/index.ts';
import type { EarlierStep, StepContext, StepQuestion, StepResult } from '../../capabilities/types.ts';
import { UnusableAnswer } from '../../capabilities/types.ts';
import { findDrafts, insertDrafts } from '../../content-items/store.ts';
import { completeStep, findSteps, insertHits, startStep } from '../../execution-steps/store.ts';
import type { ExecutionStep } from '../../execution-steps/types.ts';
import { resourceUpdated } from '../../kernel/change-notices.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type StepCall, step } from '../../kernel/step.ts';
import { inspect, StepBlocked } from '../inspect.ts';
import { executionTopic } from '../rules.ts';
import { executionInput } from '../schema.ts';
import { findExecution, lockExecution } from '../store.ts';
import type { ExecutionSummary } from '../types.ts';

const stepInput = executionInput.extend({ key: z.string() });
/** What the workflow learns of a step; not open: the execution was ended meanwhile and nothing was done. */
const stepOutcome = z.object({ open: z.boolean(), progress: z.int() });
type StepOutcome = z.output<typeof stepOutcome>;

/**
 * Carries out one step and saves its result with the same transaction; a repeat finds the result and asks nothing again.
 * Throws AiError and UnusableAnswer (may pass) and StepBlocked (will not).
 */
export const runExecutionStep = step({
  name: 'executions.run_step',
  input: stepInput,
  output: stepOutcome,
  run,
});

async function run(deps: Deps, call: StepCall, input: z.output<typeof stepInput>): Promise<StepOutcome> {
  const { executionId, key } = input;
  const [execution, steps] = await Promise.all([findExecution(deps.db, executionId), findSteps(deps.db, executionId)]);
  if (execution?.status !== 'executing') return { open: false, progress: execution?.progress_percentage ?? 0 };
  const planned = steps.find((candidate) => candidate.key === key);
  if (!planned) throw new Error(`Execution ${executionId} has no step ${key}.`);
  if (planned.status === 'completed') return { open: true, progress: execution.progress_percentage };
  const started = await startStep(deps.db, deps.clock.now(), executionId, key);
  deps.notifications.notify(executionTopic(executionId));
  if (!started) return run(deps, call, input);
  const context = await contextOf(deps, execution, steps, planned);
  const question = stepKind(planned.kind).question(context);
  const { answer, model, usage } = await ask(deps, call, execution, question);
  const result = stepKind(planned.kind).interpret(context, answer);
  return save(deps, call, execution, planned, { result, model, usage, context });
}

interface Answered {
  answer: unknown;
  model: string | null;
  usage: AiUsage | null;
}

async function ask(
  deps: Deps,
  call: StepCall,
  execution: ExecutionSummary,
  question: StepQuestion | null,
): Promise<Answered> {
  if (question === null) return { answer: null, model: null, usage: null };
  const request = {
    instructions: question.instructions,
    prompt: question.prompt,
    maxOutputTokens: question.maxOutputTokens,
    temperature: question.temperature,
    sandbox: execution.sandbox,
    idempotencyKey: call.idempotencyKey,
    signal: call.signal,
  };
  if (!question.answer) {
    const { text, model, usage } = await deps.ai.generateText(request);
    return { answer: text, model, usage };
  }
  const { schema, name } = question.answer;
  const { value, model, usage } = await deps.ai.generateObject({ ...request, schema, schemaName: name });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UnusableAnswer('The answer does not have the form that was asked for.');
  return { answer: parsed.data, model, usage };
}

async function contextOf(
  deps: Deps,
  execution: ExecutionSummary,
  steps: readonly ExecutionStep[],
  step: ExecutionStep,
): Promise<StepContext> {
  const capability = findCapability(execution.capability);
  if (!capability) throw new Error(`The capability ${execution.capability} is not in the catalogue.`);
  const before = steps.filter((candidate) => step.depends_on.includes(candidate.key));
  const keysBefore = before.map((earlier) => earlier.key);
  const drafts = keysBefore.length === 0 ? [] : await findDrafts(deps.db, execution.id, keysBefore);
  const earlier = before.flatMap((candidate): EarlierStep[] =>
    candidate.output === null
      ? []
      : [
          {
            key: candidate.key,
            kind: candidate.kind,
            title: candidate.title,
            output: candidate.output,
            drafts: drafts.filter((draft) => draft.step === candidate.key),
          },
        ],
  );
  return {
    capability,
    settings: execution.settings,
    context: execution.context,
    step,
    earlier,
    acceptedAt: execution.created_at,
  };
}

interface Finished {
  result: StepResult;
  model: string | null;
  usage: AiUsage | null;
  context: StepContext;
}

async function save(
  deps: Deps,
  call: StepCall,
  execution: ExecutionSummary,
  step: ExecutionStep,
  { result, model, usage, context }: Finished,
): Promise<StepOutcome> {
  const hits = inspect(context, result);
  const blocked = hits.find((hit) => hit.action === 'block');
  const outcome = await deps.transaction(call, async (tx): Promise<StepOutcome> => {
    const locked = await lockExecution(tx.em, execution.id);
    if (locked?.status !== 'executing') return { open: false, progress: locked?.progress_percentage ?? 0 };
    await insertHits(tx.em, execution.id, step.key, hits);
    if (blocked) return { open: true, progress: locked.progress_percentage };
    const steps = await findSteps(tx.em, execution.id);
    const finished = steps.filter((candidate) => candidate.status === 'completed').map((candidate) => candidate.key);
    if (finished.includes(step.key)) return { open: true, progress: locked.progress_percentage };
    const progress = progressOf(steps, [...finished, step.key]);
    await completeStep(tx.em, tx.now, execution.id, step.key, {
      charged: !execution.sandbox,
      summary: result.summary,
      output: result.output,
      model,
      inputTokens: usage?.inputTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      progress,
    });
    await insertDrafts(
      tx.em,
      tx.now,
      {
        partnerId: execution.partner_id,
        executionId: execution.id,
        step: step.key,
        kanbanStatus: hits.length > 0 ? 'review' : 'generated',
        sandbox: execution.sandbox,
      },
      result.drafts,
    );
    tx.announce(resourceUpdated(execution.partner_id, 'executions', execution.id));
    tx.notify(executionTopic(execution.id));
    return { open: true, progress };
  });
  if (blocked && outcome.open) throw new StepBlocked(step.title, blocked);
  return outcome;
}
