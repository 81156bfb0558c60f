import { findCapability } from '../capabilities/catalogue/index.ts';
import type { EarlierStep, StepContext } from '../capabilities/types.ts';
import { listDrafts } from '../content-items/store.ts';
import type { ExecutionStepRow } from '../execution-steps/table.ts';
import type { Deps } from '../kernel/deps.ts';
import type { ExecutionSummary } from './types.ts';

/** What a step's kind works on: the order, the step, and what the steps before it made. */
export async function contextOf(
  deps: Deps,
  execution: ExecutionSummary,
  steps: readonly ExecutionStepRow[],
  step: ExecutionStepRow,
): Promise<StepContext> {
  const capability = findCapability(execution.capability);
  if (!capability) throw new Error(`The capability ${execution.capability} is not in the catalogue.`);
  const before = steps.filter((candidate) => step.depends_on.includes(candidate.key));
  const keysBefore = before.map((earlier) => earlier.key);
  const drafts = keysBefore.length === 0 ? [] : await listDrafts(deps.db, execution.id, keysBefore);
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
