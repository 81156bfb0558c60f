import { reconciliation as flow } from '../activities/reconciliation.ts';
import { perform } from '../domain/kernel/step.ts';
import { readLastResult } from '../domain/reconciliation/steps/compare-books.ts';
import { observeReconciliation } from '../infra/telemetry/reconciliation-metrics.ts';
import type { WorkerArea } from './area.ts';

/** The nightly comparison of the books. */
export const reconciliation = {
  flows: [flow],
  start({ deps, registry }) {
    observeReconciliation(registry, () => perform(deps, readLastResult, {}));
  },
} as const satisfies WorkerArea;
