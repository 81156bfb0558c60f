import { setCurrentDetails } from '@temporalio/workflow';
import type { AgentChallengeSteps } from '../../activities/agent-audit.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { AgentChallengeInput } from './contract.ts';

/** A prompt each. The AI may be slow or away: half an hour a prompt, then the challenge fails and its credits go back. */
const workOf = proxyAiSteps<AgentChallengeSteps>({ scheduleToCloseTimeout: '30m' });

const { openAgentChallenge, settleAgentChallenge, failAgentChallenge } = proxyTransitions<AgentChallengeSteps>();

/** Prompts that are put at the same time, so that a challenge leaves slots of the AI to others. */
const LANES = 4;

/** Sees that a challenge ends: with a report, or as failed. */
export function agentChallenge({ sandbox, ...reference }: AgentChallengeInput): Promise<void> {
  const { askChallengePrompt } = workOf({ sandbox });
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
