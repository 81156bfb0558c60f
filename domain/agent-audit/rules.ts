import type { CapabilitySlug } from '../kernel/capability-slugs.ts';

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
