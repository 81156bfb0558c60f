import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { SeoAnalysisSteps } from '../../activities/seo.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { SeoAnalysisInput } from './contract.ts';

/**
 * An attempt ends within some 20 s even if the marketplace hangs: an unreadable listing ends the job. Retries cover a
 * dead worker, detected by its missing heartbeat, and an unavailable database. After half an hour the job fails.
 */
const { runSeoAnalysis } = proxySteps<SeoAnalysisSteps, 'seo'>('seo', {
  scheduleToCloseTimeout: '30m',
  startToCloseTimeout: '40s',
  retry: { maximumInterval: '10s' },
});

const { failSeoAnalysis } = proxyTransitions<SeoAnalysisSteps>();

/**
 * Runs an analysis until it ends: executes it, or waits for the request that does, and resumes it should that process
 * die.
 */
export function seoAnalysis(input: SeoAnalysisInput): Promise<void> {
  return runJob(
    async () => {
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
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
      return failSeoAnalysis({ ...input, reason });
    },
  );
}
