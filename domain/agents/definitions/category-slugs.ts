import { CATALOGUE } from '../../capabilities/catalogue/index.ts';
import type { Category } from '../../capabilities/types.ts';
import { type CapabilitySlug, isCapabilitySlug } from '../../kernel/capability-slugs.ts';

/** Slugs of the capabilities of some categories, in the order of lists. */
export function slugsOf(...categories: Category[]): CapabilitySlug[] {
  return CATALOGUE.filter(({ category }) => categories.includes(category))
    .map(({ slug }) => slug)
    .filter(isCapabilitySlug);
}
