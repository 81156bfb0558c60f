import type { Feature } from '../capabilities/feature.ts';
import { noteEnd } from './failures.ts';
import { ownTrigger } from './target.ts';

/** Adds the trigger as a filter of the list of executions, and counts those that fail for the trigger that started them. */
export const triggerFeature: Feature = { filters: { trigger: ownTrigger }, ended: noteEnd };
