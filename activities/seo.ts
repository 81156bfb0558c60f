import type { Deps } from '../domain/kernel/deps.ts';
import { failAnalysis } from '../domain/seo/steps/fail-analysis.ts';
import { runAnalysis } from '../domain/seo/steps/run-analysis.ts';
import type { SeoTransitions, SeoWork } from '../workflows/seo-analysis/contract.ts';
import { activity } from './activity.ts';

/** Analyses listings. */
export function createSeoWork(deps: Deps): SeoWork {
  return { runSeoAnalysis: activity(deps, runAnalysis) };
}

/** Short transitions, run as local activities. */
export function createSeoTransitions(deps: Deps): SeoTransitions {
  return { failSeoAnalysis: activity(deps, failAnalysis) };
}
