import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { SeoAnalysisSteps } from '../../activities/seo.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { SeoAnalysisInput } from './contract.ts';

/**
 * An attempt ends within some 20 s, whatever the marketplace does: a listing that cannot be read ends the job. So what is tried
 * again is a dead worker, noticed by its missing heartbeat, or a database that is away. After half an hour the job is given up.
 */
const { runSeoAnalysis } = proxySteps<SeoAnalysisSteps, 'seo'>('seo', {
  scheduleToCloseTimeout: '30m',
  startToCloseTimeout: '40s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' },
});

const { failSeoAnalysis } = proxyTransitions<SeoAnalysisSteps>();

/** Sees that an analysis ends: carries it out, or waits for the request that does, and takes over should that one die. */
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
