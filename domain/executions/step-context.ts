import { outputText } from '../capabilities/prompt.ts';
import { sized } from '../capabilities/sizes.ts';
import type { EarlierStep, StepContext } from '../capabilities/types.ts';
import { selectDrafts } from '../content-items/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import type { ExecutionStepRow } from './table.ts';
import type { ExecutionSummary } from './types.ts';

/** Input of a step kind: the order, the step, and the results of earlier steps. */
export async function contextOf(
  deps: Deps,
  execution: ExecutionSummary,
  steps: readonly ExecutionStepRow[],
  step: ExecutionStepRow,
): Promise<StepContext> {
  const capability = deps.capabilities.find(step.capability ?? execution.capability);
  if (!capability)
    throw new Error(`The capability ${step.capability ?? execution.capability} is not in the catalogue.`);
  const before = steps.filter((candidate) => step.depends_on.includes(candidate.key));
  const keysBefore = before.map((earlier) => earlier.key);
  const drafts = keysBefore.length === 0 ? [] : await selectDrafts(deps.db, execution.id, keysBefore);
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
    ...settingsWithFeeds(earlier, step, step.settings ?? execution.settings),
    context: execution.context,
    earlier,
    acceptedAt: execution.created_at,
  };
}

/** Longest text passed into a setting, characters: the maximum length of a setting. */
const MAX_FED_CHARACTERS = 20_000;

/** The step's settings with the texts of earlier steps filled in, and its size where that depends on them. */
function settingsWithFeeds(
  earlier: readonly EarlierStep[],
  step: ExecutionStepRow,
  settings: Record<string, unknown>,
): Pick<StepContext, 'settings' | 'step'> {
  if (!step.feeds || Object.keys(step.feeds).length === 0) return { settings, step };
  const fed = { ...settings };
  for (const [name, keys] of Object.entries(step.feeds)) {
    const texts = earlier.filter(({ key }) => keys.includes(key)).map((source) => outputText(source.output, source));
    fed[name] = truncate(texts.join('\n\n'), MAX_FED_CHARACTERS);
  }
  return { settings: fed, step: { ...step, ...sized(step, fed) } };
}
