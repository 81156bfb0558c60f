import { setCurrentDetails } from '@temporalio/workflow';
import type { AgentDryRunSteps } from '../../activities/agent-audit.ts';
import { runGraph } from '../lib/graph.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { AgentDryRunInput } from './contract.ts';

/** A person waits for the result: after ten minutes a step, the dry run fails. */
const workOf = proxyAiSteps<AgentDryRunSteps, 'ai'>('ai', { scheduleToCloseTimeout: '10m' });

const { openAgentDryRun, settleAgentDryRun, failAgentDryRun } = proxyTransitions<AgentDryRunSteps>();

/** Runs an agent's dry run until it ends with previews, or as failed. */
export function agentDryRun({ sandbox, ...reference }: AgentDryRunInput): Promise<void> {
  const { rehearseAgentStep } = workOf({ sandbox });
  return runJob(
    async () => {
      const opened = await openAgentDryRun(reference);
      if (!opened) return;
      setCurrentDetails(`**rehearsing** ${opened.steps.length} steps`);
      let isOpen = true;
      await runGraph(opened.steps, async ({ key, kind }) => {
        if (!isOpen) return;
        const { open } = await rehearseAgentStep.executeWithOptions({ summary: `${key} (${kind})` }, [
          { ...reference, key },
        ]);
        isOpen = isOpen && open;
      });
      const settled = await settleAgentDryRun(reference);
      setCurrentDetails(settled ? '**completed**; the previews are in the database' : '**ended without previews**');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\``);
      return failAgentDryRun({ ...reference, reason });
    },
  );
}
