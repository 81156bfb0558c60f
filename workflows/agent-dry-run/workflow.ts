import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { runGraph } from '../lib/graph.ts';
import { runJob } from '../lib/job.ts';
import { MUST_HAPPEN } from '../lib/transitions.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE } from '../queues.ts';
import type { AgentDryRunInput, AgentDryRunTransitions, AgentDryRunWork } from './contract.ts';

/** Whoever rehearses wants to know soon: ten minutes a step, then the rehearsal fails. A worker that dies is noticed by its missing heartbeat. */
const attempts = {
  scheduleToCloseTimeout: '10m',
  startToCloseTimeout: '5m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
} as const;
const work = proxyActivities<AgentDryRunWork>({ ...attempts, taskQueue: AI_QUEUE });
const sandboxWork = proxyActivities<AgentDryRunWork>({ ...attempts, taskQueue: AI_SANDBOX_QUEUE });

const { openAgentDryRun, settleAgentDryRun, failAgentDryRun } =
  proxyLocalActivities<AgentDryRunTransitions>(MUST_HAPPEN);

/** Sees that a rehearsal ends: with previews, or as failed. */
export function agentDryRun({ sandbox, ...reference }: AgentDryRunInput): Promise<void> {
  const { rehearseAgentStep } = sandbox ? sandboxWork : work;
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
