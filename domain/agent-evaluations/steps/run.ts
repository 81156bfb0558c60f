import { z } from 'zod';
import { AUDIT_CAPABILITY, failureSentence } from '../../agent-audit/rules.ts';
import { PRICES } from '../../capabilities/prices.ts';
import { settleHold } from '../../credits/ledger.ts';
import { step } from '../../kernel/step.ts';
import { reportOf, runCredits } from '../rules.ts';
import { endRun, findRunning, lockRunning, selectAnswered, selectUnasked } from '../run-store.ts';
import { runReference } from '../schema.ts';

/** Returns the prompts of an open run that have no answer yet; null when it has ended or the row has another key. */
export const openRun = step({
  name: 'agent_evaluations.open_run',
  input: runReference,
  output: z.object({ prompts: z.array(z.object({ position: z.int(), subject: z.int() })), total: z.int() }).nullable(),
  async run({ db }, _call, reference) {
    const run = await findRunning(db, reference);
    return run && { prompts: await selectUnasked(db, run.id), total: run.total };
  },
});

/** Completes a run that has all answers, with report and charge; false when it had ended. */
export const settleRun = step({
  name: 'agent_evaluations.settle_run',
  input: runReference,
  output: z.boolean(),
  run: (deps, call, reference) =>
    deps.transaction(call, async (tx) => {
      const run = await lockRunning(tx.em, reference);
      if (!run) return false;
      const answers = await selectAnswered(tx.em, run.id);
      if (answers.length < run.total) throw new Error(`Run ${run.id} has ${answers.length} of its answers.`);
      await endRun(tx.em, tx.now, run.id, { status: 'completed', report: reportOf(answers, run.subjects.length) });
      const used = PRICES[AUDIT_CAPABILITY] * run.subjects.length;
      await settleHold(tx, { partnerId: run.partner_id, reference: runCredits(run.row_key), used });
      return true;
    }),
});

/** Fails an open run with a class of failure and releases its credits; false when it had ended. */
export const failRun = step({
  name: 'agent_evaluations.fail_run',
  input: runReference.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, async (tx) => {
      const run = await lockRunning(tx.em, reference);
      if (!run) return false;
      await endRun(tx.em, tx.now, run.id, { status: 'failed', error: failureSentence(reason) });
      await settleHold(tx, { partnerId: run.partner_id, reference: runCredits(run.row_key), used: 0 });
      return true;
    }),
});
