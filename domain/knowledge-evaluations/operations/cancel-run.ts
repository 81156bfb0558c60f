import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { endRun, findRun } from '../run-store.ts';
import { ownRun, runParams } from '../schema.ts';
import type { EvaluationRun } from '../table.ts';

/** Cancels an open run: its workflow ends before the next questions. */
export const cancelRun = operation({
  name: 'knowledge_evaluations.cancel_run',
  permission: 'manage_content',
  params: runParams,
  target: ownRun,
  input: nothing,
  async change(tx, { target: { id, row_key: rowKey } }): Promise<EvaluationRun> {
    const isEnded = await endRun(tx.em, tx.now, { runId: id, rowKey }, { status: 'cancelled' });
    const run = await findRun(tx.em, id);
    if (!run) throw notFound('Run');
    if (isEnded) return run;
    if (run.status !== 'cancelled') throw conflict('The run has ended.');
    tx.unchanged();
    return run;
  },
  audit: ({ id }) => ({ type: 'knowledge_evaluation_run', id }),
});
