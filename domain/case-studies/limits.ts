import type { Deps, Tx } from '../kernel/deps.ts';
import { requireWithinLimit } from '../kernel/limits.ts';
import { countUnwritten } from './generation-store.ts';
import { countCaseStudies } from './store.ts';

/** Throws CONFLICT where the partner may have no further case studies; those that are being written have their places. */
export function requireWithinCaseStudyLimit(
  { em }: Tx,
  { limits }: Pick<Deps, 'limits'>,
  partnerId: number,
): Promise<void> {
  const count = async () => (await countCaseStudies(em, partnerId)) + (await countUnwritten(em, partnerId));
  return requireWithinLimit(em, limits, 'case_studies', { partnerId, count });
}
