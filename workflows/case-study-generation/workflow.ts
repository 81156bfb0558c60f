import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { failureReason } from '../lib/failure.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE } from '../queues.ts';
import type { CaseStudyGenerationInput, CaseStudyTransitions, CaseStudyWork } from './contract.ts';

/**
 * The AI may be slow or away: half an hour in all, then the generation fails and its credits go back. A worker that dies is noticed by its
 * missing heartbeat. A cancelled generation does not wait for the provider to answer.
 */
const attempts = {
  scheduleToCloseTimeout: '30m',
  startToCloseTimeout: '5m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
} as const;
const work = proxyActivities<CaseStudyWork>({ ...attempts, taskQueue: AI_QUEUE });
const sandboxWork = proxyActivities<CaseStudyWork>({ ...attempts, taskQueue: AI_SANDBOX_QUEUE });

/** Must happen: tried until the database takes it, with timers for the longer pauses. */
const { failCaseStudyGeneration } = proxyLocalActivities<CaseStudyTransitions>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '2s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Sees that a generation ends: with a case study, or as failed. */
export async function caseStudyGeneration({ sandbox, ...reference }: CaseStudyGenerationInput): Promise<void> {
  const { writeCaseStudy } = sandbox ? sandboxWork : work;
  try {
    setCurrentDetails('**writing the case study**');
    const made = await writeCaseStudy.executeWithOptions({ summary: 'ask the AI, check, save' }, [reference]);
    setCurrentDetails(made ? '**completed**; the case study is in the database' : '**ended without a case study**');
  } catch (error) {
    const cancelled = isCancellation(error);
    if (!cancelled && !(error instanceof ActivityFailure)) throw error;
    const reason = cancelled ? 'lost' : failureReason(error as ActivityFailure);
    setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
    // A cancel, even one that comes now, does not keep the credits from being given back.
    await CancellationScope.nonCancellable(() => failCaseStudyGeneration({ ...reference, reason }));
    if (cancelled) throw error;
  }
}
