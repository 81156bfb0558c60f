import { z } from 'zod';
import { type AgentConfiguration, applyAgent } from '../../agents/configuration.ts';
import { ask, savePaidAnswer } from '../../capabilities/ask.ts';
import { progressOf } from '../../capabilities/plan.ts';
import type { StepContext, StepResult } from '../../capabilities/types.ts';
import { insertDrafts } from '../../content-items/draft-store.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import type { Call } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { agentOf, attemptWithinHalfHour, purposeOf } from '../attempt.ts';
import { type Exchange, exchangeStatement } from '../exchange-store.ts';
import { type ExecutionSummary, executionTopic } from '../rules.ts';
import { settle } from '../settle.ts';
import { contextOf, inspect, StepBlocked } from '../step-io.ts';
import { completeStep, insertHits, selectSteps, startStep } from '../step-store.ts';
import { findExecution, lockExecution } from '../store.ts';
import { type ExecutionRow, type ExecutionStepRow, OPEN_STEP_STATUSES } from '../table.ts';
import { executionInput } from '../target.ts';

const stepInput = executionInput.extend({ key: z.string() });
const stepOutcome = z.object({
  /** False when the execution had ended and nothing was done. */
  open: z.boolean(),
  progress: z.int(),
  /** Whether the execution is completed: the last step settles it. Absent in recorded runs of earlier releases. */
  settled: z.boolean().optional(),
});
type StepOutcome = z.output<typeof stepOutcome>;

/**
 * Runs one step and saves its result in one transaction, in which the last step settles the execution; a repeat finds the result
 * and asks nothing again. Throws AiError and UnusableAnswer (may be temporary), StepBlocked and RetriesExhausted (permanent).
 */
export const runExecutionStep = step({
  name: 'executions.run_step',
  input: stepInput,
  output: stepOutcome,
  run,
});

async function run(deps: Deps, call: Call, input: z.output<typeof stepInput>): Promise<StepOutcome> {
  const { executionId, key } = input;
  const [execution, steps] = await Promise.all([findExecution(deps.db, input), selectSteps(deps.db, executionId)]);
  if (execution?.status !== 'executing') return endedOutcome(execution);
  const planned = steps.find((candidate) => candidate.key === key);
  if (!planned) throw new Error(`Execution ${executionId} has no step ${key}.`);
  if (planned.status !== 'pending' && planned.status !== 'running') {
    // Whoever ended the step may have settled the execution since it was read.
    const now = await findExecution(deps.db, input);
    return now?.status === 'executing' ? { open: true, progress: now.progress_percentage } : endedOutcome(now);
  }
  const startedAt = await startStep(deps.db, deps.clock.now(), executionId, key);
  deps.notifications.notify(executionTopic(executionId));
  if (!startedAt) return run(deps, call, input);
  return attemptWithinHalfHour(deps, { execution, step: key, firstAttemptAt: startedAt }, async () => {
    const context = await contextOf(deps, execution, steps, planned);
    const agent = await agentOf(deps.db, execution);
    const kind = deps.capabilities.stepKind(planned.kind);
    const { task } = kind;
    const idempotencyKey = `${execution.row_key}/step/${key}`;
    const asker = {
      idempotencyKey,
      signal: call.signal,
      sandbox: execution.sandbox,
      purpose: purposeOf(execution, task),
    };
    const work = async (): Promise<Finished> => {
      const question = kind.question(context);
      const put =
        question && applyAgent(agent, { task, capability: execution.capability, models: deps.ai.models }, question);
      const { prompt, ...answered } = await ask(deps, asker, put);
      // Documents of the platform are not the partner's.
      const isShown = context.capability.knowledge !== 'platform';
      return {
        result: kind.interpret(context, answered.answer),
        exchange: prompt === null ? null : { ...answered, prompt: isShown ? prompt : null },
      };
    };
    return savePaidAnswer(idempotencyKey, work, (finished) =>
      save(deps, call, execution, planned, { context, agent }, finished),
    );
  });
}

/** Nothing is done for an execution that has ended; it may have been completed by an earlier attempt at its last step. */
function endedOutcome(execution: Pick<ExecutionRow, 'status' | 'progress_percentage'> | null): StepOutcome {
  return { open: false, progress: execution?.progress_percentage ?? 0, settled: execution?.status === 'completed' };
}

/** Keys of the steps with one of the statuses. */
function keysOf(steps: readonly ExecutionStepRow[], statuses: readonly ExecutionStepRow['status'][]): string[] {
  return steps.filter(({ status }) => statuses.includes(status)).map(({ key }) => key);
}

interface Finished {
  result: StepResult;
  /** null: the step was computed. */
  exchange: Exchange | null;
}

async function save(
  deps: Deps,
  call: Call,
  execution: ExecutionSummary,
  step: ExecutionStepRow,
  { context, agent }: { context: StepContext; agent: AgentConfiguration },
  { result, exchange }: Finished,
): Promise<StepOutcome> {
  const allowed = await findAllowedTerms(deps.db, execution.partner_id);
  const hits = await inspect(context, result, { agent: agent.guardrails, allowed });
  const blocked = hits.find((hit) => hit.action === 'block');
  const reference = { executionId: execution.id, rowKey: execution.row_key };
  const outcome = await deps.transaction(call, async (tx): Promise<StepOutcome> => {
    const locked = await lockExecution(tx.em, reference);
    if (locked?.status !== 'executing') return endedOutcome(locked);
    await insertHits(tx.em, execution.id, step.key, hits);
    const keep = () => {
      if (exchange) tx.beforeCommit(exchangeStatement(tx.now, { executionId: execution.id, step: step.key }, exchange));
    };
    if (blocked) {
      keep();
      return { open: true, progress: locked.progress_percentage };
    }
    const steps = await selectSteps(tx.em, execution.id);
    const finished = keysOf(steps, ['completed']);
    const now = steps.find((candidate) => candidate.key === step.key)?.status;
    if (now !== 'pending' && now !== 'running') return { open: true, progress: locked.progress_percentage };
    const progress = progressOf(steps, [...finished, step.key]);
    keep();
    await completeStep(tx.em, tx.now, execution.id, step.key, {
      charged: !execution.sandbox,
      summary: result.summary,
      output: result.output,
      model: exchange?.model ?? null,
      inputTokens: exchange?.usage?.inputTokens ?? null,
      outputTokens: exchange?.usage?.outputTokens ?? null,
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
    const isLast = keysOf(steps, OPEN_STEP_STATUSES).every((key) => key === step.key);
    if (isLast) return { open: true, progress, settled: await settle(tx, deps, call, reference) };
    tx.emit(resourceUpdated(execution.partner_id, 'executions', execution.id));
    tx.notify(executionTopic(execution.id));
    return { open: true, progress, settled: false };
  });
  if (blocked && outcome.open) throw new StepBlocked(step.title, blocked);
  return outcome;
}
