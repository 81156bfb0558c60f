import { makeContinueAsNewFunc, patched, type Workflow, workflowInfo } from '@temporalio/workflow';

/**
 * Whether a long run should continue as a new one: its history has more than `maxHistory` events, Temporal suggests it, or
 * new runs go to another version of the workers (servers since 1.31 say so with each task of a pinned run).
 */
export function shouldContinueAsNew(maxHistory = Number.POSITIVE_INFINITY): boolean {
  const { historyLength, continueAsNewSuggested, targetWorkerDeploymentVersionChanged } = workflowInfo();
  if (historyLength > maxHistory || continueAsNewSuggested) return true;
  // Code of 0.1 and 0.2 was notified, too, and went on; the histories of its runs must replay here once they are unpinned.
  return targetWorkerDeploymentVersionChanged && patched('continue-on-target-version');
}

/**
 * Continues as a new run on the version of the workers that new runs go to. Without this the new run of a pinned one stays
 * on its version, which then never drains. Servers before 1.31 ignore it.
 */
export function continueOnTargetVersion<Flow extends Workflow>(...args: Parameters<Flow>): Promise<never> {
  return makeContinueAsNewFunc<Flow>({ initialVersioningBehavior: 'AUTO_UPGRADE' })(...args);
}
