import { ActivityCancellationType, setCurrentDetails } from '@temporalio/workflow';
import type { KnowledgeEvaluationSteps } from '../../activities/knowledge-evaluations.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { KnowledgeEvaluationInput } from './contract.ts';

/**
 * A batch of questions takes a second or two. Retries cover an unavailable database and a dead worker, detected by its
 * missing heartbeat; questions that have been asked are not asked again.
 */
const { askQuestions } = proxySteps<KnowledgeEvaluationSteps, 'main'>('main', {
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '5m',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

const { completeEvaluationRun, failEvaluationRun } = proxyTransitions<KnowledgeEvaluationSteps>();

/** Runs an evaluation until all its questions have been asked and it has a result, or it has ended otherwise. */
export function knowledgeEvaluation(reference: KnowledgeEvaluationInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**asking**');
      for (let isAsking = true; isAsking; ) {
        const progress = await askQuestions.executeWithOptions({ summary: 'the next questions' }, [reference]);
        if (!progress) {
          setCurrentDetails('**ended without a result**');
          return;
        }
        setCurrentDetails(`**asking**, ${progress.answered} of ${progress.total} questions answered`);
        isAsking = progress.answered < progress.total;
      }
      const isCompleted = await completeEvaluationRun(reference);
      setCurrentDetails(isCompleted ? '**completed**; its result is in the database' : '**ended without a result**');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\``);
      return failEvaluationRun({ ...reference, reason });
    },
  );
}
