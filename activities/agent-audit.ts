import { askPrompt } from '../domain/agent-audit/steps/ask-prompt.ts';
import { failDryRun, settleDryRun } from '../domain/agent-audit/steps/end-dry-run.ts';
import { failChallenge } from '../domain/agent-audit/steps/fail-challenge.ts';
import { openChallenge } from '../domain/agent-audit/steps/open-challenge.ts';
import { openDryRun } from '../domain/agent-audit/steps/open-dry-run.ts';
import { rehearseStep } from '../domain/agent-audit/steps/rehearse-step.ts';
import { settleChallenge } from '../domain/agent-audit/steps/settle-challenge.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { AgentChallengeTransitions, AgentChallengeWork } from '../workflows/agent-challenge/contract.ts';
import type { AgentDryRunTransitions, AgentDryRunWork } from '../workflows/agent-dry-run/contract.ts';
import { activity } from './activity.ts';

/** Activities that ask the AI. */
export function createAgentAuditWork(deps: Deps): AgentChallengeWork & AgentDryRunWork {
  return { askChallengePrompt: activity(deps, askPrompt), rehearseAgentStep: activity(deps, rehearseStep) };
}

/** Short transitions, run as local activities. */
export function createAgentAuditTransitions(deps: Deps): AgentChallengeTransitions & AgentDryRunTransitions {
  return {
    openAgentChallenge: activity(deps, openChallenge),
    settleAgentChallenge: activity(deps, settleChallenge),
    failAgentChallenge: activity(deps, failChallenge),
    openAgentDryRun: activity(deps, openDryRun),
    settleAgentDryRun: activity(deps, settleDryRun),
    failAgentDryRun: activity(deps, failDryRun),
  };
}
