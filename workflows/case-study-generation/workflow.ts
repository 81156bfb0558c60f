import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { runJob } from '../lib/job.ts';
import { MUST_HAPPEN } from '../lib/transitions.ts';
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

const { failCaseStudyGeneration } = proxyLocalActivities<CaseStudyTransitions>(MUST_HAPPEN);

/** Sees that a generation ends: with a case study, or as failed. */
export function caseStudyGeneration({ sandbox, ...reference }: CaseStudyGenerationInput): Promise<void> {
  const { writeCaseStudy } = sandbox ? sandboxWork : work;
  return runJob(
    async () => {
      setCurrentDetails('**writing the case study**');
      const made = await writeCaseStudy.executeWithOptions({ summary: 'ask the AI, check, save' }, [reference]);
      setCurrentDetails(made ? '**completed**; the case study is in the database' : '**ended without a case study**');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
      return failCaseStudyGeneration({ ...reference, reason });
    },
  );
}
