import { abandonSession } from '../domain/dry-run/steps/abandon-session.ts';
import { answerMessage } from '../domain/dry-run/steps/answer-message.ts';
import { failMessage } from '../domain/dry-run/steps/fail-message.ts';
import { nextEntry } from '../domain/dry-run/steps/next-entry.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { DryRunTransitions, DryRunWork } from '../workflows/dry-run-session/contract.ts';
import { activity } from './activity.ts';

/** Activities that ask the AI. */
export function createDryRunWork(deps: Deps): DryRunWork {
  return { answerDryRunMessage: activity(deps, answerMessage) };
}

/** Short transitions, run as local activities. */
export function createDryRunTransitions(deps: Deps): DryRunTransitions {
  return {
    nextDryRunEntry: activity(deps, nextEntry),
    failDryRunMessage: activity(deps, failMessage),
    abandonDryRunSession: activity(deps, abandonSession),
  };
}
