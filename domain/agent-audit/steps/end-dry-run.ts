import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { type StepCall, step } from '../../kernel/step.ts';
import { withoutTexts } from '../dry-run/previews.ts';
import { type DryRunOutcome, endDryRun, findRunning } from '../dry-run-store.ts';
import { failureSentence } from '../outcomes.ts';
import { dryRunTopic } from '../rules.ts';
import { dryRunInput } from '../schema.ts';
import type { DryRunReference } from '../types.ts';

/** Completes a rehearsal: only its previews are kept. false when it had ended. */
export const settleDryRun = step({
  name: 'agent_audit.settle_dry_run',
  input: dryRunInput,
  output: z.boolean(),
  async run(deps, call, reference) {
    const dryRun = await findRunning(deps.db, reference);
    if (!dryRun) return false;
    const results = Object.fromEntries(
      Object.entries(dryRun.results).map(([key, result]) => [key, withoutTexts(result)]),
    );
    return end(deps, call, reference, { status: 'completed', results });
  },
});

/** Ends a running rehearsal as failed for a class of failure; false when it had ended, or is another one. */
export const failDryRun = step({
  name: 'agent_audit.fail_dry_run',
  input: dryRunInput.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    end(deps, call, reference, { status: 'failed', results: {}, error: failureSentence(reason) }),
});

function end(deps: Deps, call: StepCall, reference: DryRunReference, ending: DryRunOutcome): Promise<boolean> {
  return deps.transaction(call, async (tx) => {
    const ended = await endDryRun(tx.em, tx.now, reference, ending);
    if (ended) tx.notify(dryRunTopic(reference.dryRunId));
    return ended;
  });
}
