import type { Feature } from '../capabilities/feature.ts';
import { ownExecution } from './target.ts';

/** Own executions, by which the board can be filtered. */
export const executionFeature: Feature = { filters: { execution: ownExecution } };
