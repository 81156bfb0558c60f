import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import { runJob } from '../lib/job.ts';
import { MUST_HAPPEN } from '../lib/transitions.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE } from '../queues.ts';
import type { AgentChallengeInput, AgentChallengeTransitions, AgentChallengeWork } from './contract.ts';

/**
 * A prompt each. The AI may be slow or away: half an hour a prompt, then the challenge fails and its credits go back. A worker that dies is
 * noticed by its missing heartbeat. A cancelled challenge does not wait for the provider to answer.
 */
const attempts = {
  scheduleToCloseTimeout: '30m',
  startToCloseTimeout: '5m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
} as const;
const work = proxyActivities<AgentChallengeWork>({ ...attempts, taskQueue: AI_QUEUE });
const sandboxWork = proxyActivities<AgentChallengeWork>({ ...attempts, taskQueue: AI_SANDBOX_QUEUE });

const { openAgentChallenge, settleAgentChallenge, failAgentChallenge } =
  proxyLocalActivities<AgentChallengeTransitions>(MUST_HAPPEN);

/** Prompts that are put at the same time, so that a challenge leaves slots of the AI to others. */
const LANES = 4;

/** Sees that a challenge ends: with a report, or as failed. */
export function agentChallenge({ sandbox, ...reference }: AgentChallengeInput): Promise<void> {
  const { askChallengePrompt } = sandbox ? sandboxWork : work;
  return runJob(
    async () => {
      const opened = await openAgentChallenge(reference);
      if (!opened) return;
      const { prompts, total } = opened;
      let isOpen = true;
      const tell = (answered: number) => setCurrentDetails(`**challenging**, ${answered} of ${total} prompts answered`);
      tell(total - prompts.length);
      const left = [...prompts];
      const runLane = async () => {
        for (let prompt = left.shift(); prompt !== undefined && isOpen; prompt = left.shift()) {
          const { open, answered } = await askChallengePrompt.executeWithOptions({ summary: prompt }, [
            { ...reference, prompt },
          ]);
          isOpen = isOpen && open;
          tell(answered);
        }
      };
      await Promise.all(Array.from({ length: LANES }, runLane));
      const settled = isOpen && (await settleAgentChallenge(reference));
      setCurrentDetails(settled ? '**completed**; the report is in the database' : '**ended without a report**');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
      return failAgentChallenge({ ...reference, reason });
    },
  );
}
