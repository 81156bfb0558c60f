import type { AgentAudit, AgentChallenge, DryRunSession } from '../../api/generated/client/types.gen.ts';

/** How an agent does. */
export type Health = AgentAudit['attributes']['health'];
/** State of a challenge. */
export type ChallengeStatus = AgentChallenge['attributes']['status'];
/** State of a dry-run session. */
export type SessionStatus = DryRunSession['attributes']['status'];

/** Parts of the view of an agent; the address says which is shown. */
export const TABS = ['figures', 'configuration', 'challenges', 'dry_runs'] as const;

/** The platform's own agent belongs to nobody, so that nobody may change it. */
export function isEditable({ attributes }: AgentAudit): boolean {
  return attributes.agent_type !== 'platform';
}
