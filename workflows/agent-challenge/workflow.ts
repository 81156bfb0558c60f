import { setCurrentDetails } from '@temporalio/workflow';
import type { AgentChallengeSteps } from '../../activities/agent-audit.ts';
import { askEach } from '../lib/ask-each.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { AgentChallengeInput } from './contract.ts';

/**
 * Steps that ask the AI one prompt. It may be slow or unavailable: after half an hour a prompt, the challenge fails and
 * its credits are released.
 */
const workOf = proxyAiSteps<AgentChallengeSteps, 'ai'>('ai', { scheduleToCloseTimeout: '30m' });

const { openAgentChallenge, settleAgentChallenge, failAgentChallenge } = proxyTransitions<AgentChallengeSteps>();

/** Runs a challenge until it ends with a report, or as failed. */
export function agentChallenge({ sandbox, ...reference }: AgentChallengeInput): Promise<void> {
  const { askChallengePrompt } = workOf({ sandbox });
  return runJob(
    async () => {
      const opened = await openAgentChallenge(reference);
      if (!opened) return;
      const { prompts, total } = opened;
      const showProgress = (answered: number) =>
        setCurrentDetails(`**challenging**, ${answered} of ${total} prompts answered`);
      showProgress(total - prompts.length);
      const isOpen = await askEach(prompts, async (prompt) => {
        const { open, answered } = await askChallengePrompt.executeWithOptions({ summary: prompt }, [
          { ...reference, prompt },
        ]);
        showProgress(answered);
        return open;
      });
      const settled = isOpen && (await settleAgentChallenge(reference));
      setCurrentDetails(settled ? '**completed**; the report is in the database' : '**ended without a report**');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
      return failAgentChallenge({ ...reference, reason });
    },
  );
}
