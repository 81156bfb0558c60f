import type { CapabilitySlug } from '../kernel/capability-slugs.ts';

/** The capability under which audits that ask the AI are charged. */
export const AUDIT_CAPABILITY = 'agent_audit' satisfies CapabilitySlug;

/** Reference of a challenge's credits in the ledger. */
export function challengeCredits(rowKey: string): string {
  return `agent_challenge:${rowKey}`;
}

/** Topic on which the end of a rehearsal is announced. */
export function agentDryRunTopic(id: number): string {
  return `agent_dry_run:${id}`;
}
