import { isSandbox } from '../../kernel/call.ts';
import { secondsToUtcMidnight, utcDay } from '../../kernel/days.ts';
import type { Tx } from '../../kernel/deps.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findOpenRun, insertRun } from '../run-store.ts';
import { createdRun, evaluationParams, ownEvaluation } from '../schema.ts';
import { countRun, lockEvaluation } from '../store.ts';
import type { EvaluationRun } from '../table.ts';

/** Runs of all evaluations of a partner on a UTC day. */
export const MAX_RUNS_A_DAY = 50;
const DAY_SECONDS = 86_400;

/** Starts a run of an evaluation, or joins the one that is open. */
export const runEvaluation = operation({
  name: 'knowledge_evaluations.run',
  permission: 'manage_content',
  params: evaluationParams,
  target: ownEvaluation,
  input: nothing,
  async change(tx, { deps, call, target: { id } }): Promise<EvaluationRun> {
    // Locked, so that of two at once the second finds the run of the first.
    const evaluation = await lockEvaluation(tx.em, id);
    if (!evaluation) throw notFound('Evaluation');
    const open = await findOpenRun(tx.em, evaluation);
    if (open) {
      tx.unchanged();
      return open;
    }
    const partnerId = partnerOf(call);
    await takeRun(tx, partnerId);
    const rowKey = deps.ids.uuid();
    const run = await insertRun(tx.em, tx.now, evaluation, { rowKey, sandbox: isSandbox(call) });
    tx.enqueue({
      kind: 'knowledge_evaluations.run',
      runId: run.id,
      rowKey,
      partnerId,
      knowledgeBaseId: evaluation.knowledge_base_id,
      evaluationId: id,
      requestId: call.requestId,
    });
    return run;
  },
  audit: ({ id, evaluation_id }) => ({ type: 'knowledge_evaluation_run', id, details: { evaluation_id } }),
  recover: (deps, call, madeId) => createdRun(deps, call, Number(madeId)),
});

/** Counts a run in the transaction that accepts it. Throws RATE_LIMITED. */
async function takeRun(tx: Tx, partnerId: number): Promise<void> {
  if (await countRun(tx.em, partnerId, utcDay(tx.now), MAX_RUNS_A_DAY)) return;
  const retryAfterSeconds = secondsToUtcMidnight(tx.now);
  const resetAt = Math.ceil(tx.now.getTime() / 1000) + retryAfterSeconds;
  throw new AppError(
    'RATE_LIMITED',
    `Evaluations of knowledge bases can be run ${MAX_RUNS_A_DAY} times a day; the count starts anew at midnight UTC.`,
    {
      retryAfterSeconds,
      limit: { name: 'knowledge-evaluations', max: MAX_RUNS_A_DAY, windowSeconds: DAY_SECONDS, resetAt },
    },
  );
}
