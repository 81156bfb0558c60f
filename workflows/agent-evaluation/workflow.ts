import { setCurrentDetails } from '@temporalio/workflow';
import type { AgentEvaluationSteps } from '../../activities/agent-evaluations.ts';
import { askEach } from '../lib/ask-each.ts';
import { runJob } from '../lib/job.ts';
import { proxyAiSteps, proxyTransitions } from '../lib/steps.ts';
import type { AgentEvaluationInput } from './contract.ts';

/** Steps that ask the AI one prompt: after half an hour a prompt, the run fails and its credits are released. */
const workOf = proxyAiSteps<AgentEvaluationSteps, 'ai'>('ai', { scheduleToCloseTimeout: '30m' });

const { openAgentEvaluationRun, settleAgentEvaluationRun, failAgentEvaluationRun } =
  proxyTransitions<AgentEvaluationSteps>();

/** Runs an evaluation of agents until it ends with a report, or as failed. */
export function agentEvaluation({ sandbox, ...reference }: AgentEvaluationInput): Promise<void> {
  const { askEvaluationPrompt } = workOf({ sandbox });
  return runJob(
    async () => {
      const opened = await openAgentEvaluationRun(reference);
      if (!opened) return;
      const { prompts, total } = opened;
      const showProgress = (answered: number) =>
        setCurrentDetails(`**asking**, ${answered} of ${total} prompts answered`);
      showProgress(total - prompts.length);
      const isOpen = await askEach(prompts, async ({ position, subject }) => {
        const { open, answered } = await askEvaluationPrompt.executeWithOptions(
          { summary: `prompt ${position}, agent ${subject}` },
          [{ ...reference, position, subject }],
        );
        showProgress(answered);
        return open;
      });
      const settled = isOpen && (await settleAgentEvaluationRun(reference));
      setCurrentDetails(settled ? '**completed**; the report is in the database' : '**ended without a report**');
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; nothing is charged`);
      return failAgentEvaluationRun({ ...reference, reason });
    },
  );
}
