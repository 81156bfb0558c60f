import { CAPABILITY_IDS, type CapabilitySlug } from '../../kernel/capability-slugs.ts';
import type { Capability, Category } from '../types.ts';
import { PRICES } from './prices.ts';

/** An entry as the catalogue's files write it; what is left out is the same for most. */
export interface Entry
  extends Omit<Capability, 'id' | 'category' | 'estimated_credits' | 'required_extensions' | 'is_beta'> {
  slug: CapabilitySlug;
  is_beta?: boolean;
}

/** Completes the entries of one category. */
export function capabilities(category: Category, entries: readonly Entry[]): readonly Capability[] {
  return entries.map((entry) => ({
    is_beta: false,
    ...entry,
    id: CAPABILITY_IDS[entry.slug],
    category,
    estimated_credits: PRICES[entry.slug],
    required_extensions: [],
  }));
}
