import type { AgentAudit, AgentChallenge, DryRunSession } from '../../api/generated/client/types.gen.ts';

/** Health of an agent. */
export type Health = AgentAudit['attributes']['health'];
/** Status of a challenge. */
export type ChallengeStatus = AgentChallenge['attributes']['status'];
/** Status of a dry-run session. */
export type SessionStatus = DryRunSession['attributes']['status'];

/** Tabs of an agent's view. */
export const TABS = ['figures', 'configuration', 'challenges', 'dry_runs'] as const;

/** Nobody may edit the platform's own agent. */
export function isEditable({ attributes }: AgentAudit): boolean {
  return attributes.agent_type !== 'platform';
}
