import { setCurrentDetails } from '@temporalio/workflow';
import type { CaseStudyGenerationSteps } from '../../activities/case-studies.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { CaseStudyGenerationInput } from './contract.ts';

/** The AI may be slow or unavailable: after half an hour in all, the generation fails and its credits are released. */
const workOf = proxyAiSteps<CaseStudyGenerationSteps, 'ai'>('ai', { scheduleToCloseTimeout: '30m' });

const { failCaseStudyGeneration } = proxyTransitions<CaseStudyGenerationSteps>();

/** Runs a generation until it ends with a case study, or as failed. */
export function caseStudyGeneration({ sandbox, ...reference }: CaseStudyGenerationInput): Promise<void> {
  const { writeCaseStudy } = workOf({ sandbox });
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
