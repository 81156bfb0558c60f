import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
} from '@temporalio/workflow';
import { failureReason } from '../lib/failure.ts';
import { SEO_QUEUE } from '../queues.ts';
import type { SeoAnalysisInput, SeoTransitions, SeoWork } from './contract.ts';

/**
 * An attempt ends within some 20 s, whatever the marketplace does: a listing that cannot be read ends the job. So what is tried
 * again is a dead worker, noticed by its missing heartbeat, or a database that is away. After half an hour the job is given up.
 */
const { runSeoAnalysis } = proxyActivities<SeoWork>({
  taskQueue: SEO_QUEUE,
  scheduleToCloseTimeout: '30m',
  startToCloseTimeout: '40s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Must happen: tried until the database takes it, with timers for the longer pauses. */
const { failSeoAnalysis } = proxyLocalActivities<SeoTransitions>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Sees that an analysis ends: carries it out, or waits for the request that does, and takes over should that one die. */
export async function seoAnalysis(input: SeoAnalysisInput): Promise<void> {
  try {
    setCurrentDetails('**reading and scoring the listing**');
    for (;;) {
      const { waitMs, error } = await runSeoAnalysis(input);
      if (waitMs === null) {
        setCurrentDetails(error ? `**failed**: ${error}` : '**completed**; the score is in the database');
        return;
      }
      setCurrentDetails('**a request carries the analysis out**; this run looks after it');
      await sleep(Math.max(waitMs, 1_000));
    }
  } catch (error) {
    if (isCancellation(error)) {
      await fail(input, 'lost');
      throw error;
    }
    if (!(error instanceof ActivityFailure)) throw error;
    await fail(input, failureReason(error));
  }
}

/** A cancel, even one that comes now, does not keep the credits from being given back. */
function fail(input: SeoAnalysisInput, reason: string): Promise<boolean> {
  setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
  return CancellationScope.nonCancellable(() => failSeoAnalysis({ ...input, reason }));
}
