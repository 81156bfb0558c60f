import { PUBLISHING } from '../../gtm-schedule/capability.ts';
import type { Capability } from '../types.ts';
import { ANALYSIS } from './analysis.ts';
import { GENERATION } from './generation.ts';
import { WORKFLOW } from './workflow.ts';

/** Everything the product can be asked to carry out; the order is the one of lists. */
export const CATALOGUE: readonly Capability[] = [...GENERATION, ...PUBLISHING, ...ANALYSIS, ...WORKFLOW];

const BY_SLUG = new Map(CATALOGUE.map((capability) => [capability.slug, capability]));

/** The capability of that name, or undefined. */
export function findCapability(slug: string): Capability | undefined {
  return BY_SLUG.get(slug);
}
