import { setCurrentDetails } from '@temporalio/workflow';
import type { AgentDryRunSteps } from '../../activities/agent-audit.ts';
import { runGraph } from '../lib/graph.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { AgentDryRunInput } from './contract.ts';

/** Whoever rehearses wants to know soon: ten minutes a step, then the rehearsal fails. */
const workOf = proxyAiSteps<AgentDryRunSteps>({ scheduleToCloseTimeout: '10m' });

const { openAgentDryRun, settleAgentDryRun, failAgentDryRun } = proxyTransitions<AgentDryRunSteps>();

/** Sees that a rehearsal ends: with previews, or as failed. */
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
