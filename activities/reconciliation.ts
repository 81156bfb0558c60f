import { compareBooks } from '../domain/reconciliation/steps/compare-books.ts';
import { RECONCILIATION } from '../workflows/reconciliation/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Compares the books. */
export const reconciliation = {
  contract: RECONCILIATION,
  steps: { main: { compareBooks } },
  owner: { none: 'The next run compares all of it again.' },
} as const satisfies Flow<typeof RECONCILIATION>;

export type ReconciliationSteps = Activities<typeof reconciliation>;
