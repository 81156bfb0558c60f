import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { compare, resultOf } from '../rules.ts';
import { endRun, findCompletedBefore, findRunning, selectAsked } from '../run-store.ts';
import { runReference } from '../schema.ts';

/** Completes a run whose questions have all been asked, with its result and comparison; false when it had ended. */
export const completeRun = step({
  name: 'knowledge_evaluations.complete_run',
  input: runReference,
  output: z.boolean(),
  run: (deps, call, reference) =>
    deps.transaction(call, async (tx) => {
      const run = await findRunning(tx.em, reference);
      if (!run) return false;
      const asked = await selectAsked(tx.em, run.id);
      if (asked.length < run.total) throw new Error(`Run ${run.id} has asked ${asked.length} of its questions.`);
      const before = await findCompletedBefore(tx.em, run);
      const comparison = before === null ? null : compare(before, await selectAsked(tx.em, before), asked);
      return endRun(tx.em, tx.now, reference, { status: 'completed', result: resultOf(asked), comparison });
    }),
});

/** Message for the partner by failure class. */
const REASONS: Readonly<Record<string, string>> = {
  deadline: 'The run did not end in time. Start it again.',
  lost: 'The run was stopped. Start it again.',
};
const UNEXPECTED = 'The run ended because of a fault of this service. Start it again.';

/** Fails a run for a failure class; false when it had ended. */
export const failRun = step({
  name: 'knowledge_evaluations.fail_run',
  input: runReference.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) =>
      endRun(tx.em, tx.now, reference, { status: 'failed', reason: REASONS[reason] ?? UNEXPECTED }),
    ),
});
