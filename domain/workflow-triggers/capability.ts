import type { Feature } from '../capabilities/feature.ts';
import { ownTrigger } from './target.ts';

/** Adds the trigger as a filter of the list of executions. */
export const triggerFeature: Feature = { filters: { trigger: ownTrigger } };
