import type { Feature } from '../capabilities/feature.ts';
import { ownTrigger } from './target.ts';

/** Triggers by which the list of executions can be filtered. */
export const triggerFeature: Feature = { filters: { trigger: ownTrigger } };
