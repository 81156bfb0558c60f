import type { CapabilitySlug } from '../kernel/capability-slugs.ts';
import { failureSentences } from '../kernel/failure-sentences.ts';

/** The capability that AI calls of audits are charged to. */
export const AUDIT_CAPABILITY = 'agent_audit' satisfies CapabilitySlug;

/** Reference of a challenge's credits in the ledger. */
export function challengeCredits(rowKey: string): string {
  return `agent_challenge:${rowKey}`;
}

/** Notification topic for the end of an agent dry run. */
export function agentDryRunTopic(id: number): string {
  return `agent_dry_run:${id}`;
}

const sentenceOf = failureSentences(
  {
    ai_refused: 'The AI provider declined to write this; change the settings and try again.',
    ai_too_long: 'The answer was longer than it may be; ask for less and try again.',
    ai_context_too_long: 'The settings are longer than the AI model can read; shorten them and try again.',
    deadline: 'The work took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  },
  'The work failed unexpectedly.',
);

/** The message to the partner for a class of failure. */
export function failureSentence(reason: string): string {
  return `${sentenceOf(reason)} Nothing was charged.`;
}
