import type { AgentAudit, AgentChallenge, AgentRevision, DryRunSession } from '../../api/generated/client/types.gen.ts';

/** How an agent does. */
export type Health = AgentAudit['attributes']['health'];
/** State of a challenge. */
export type ChallengeState = AgentChallenge['attributes']['status'];
/** What agents are challenged with. */
export type Category = AgentChallenge['attributes']['categories'][number]['name'];
/** State of a dry-run session. */
export type SessionState = DryRunSession['attributes']['status'];
/** How a revision came about. */
export type RevisionKind = AgentRevision['attributes']['kind'];

/** Parts of the view of an agent; the address says which is shown. */
export const TABS = ['figures', 'configuration', 'challenges', 'dry_runs'] as const;

/** The platform's own agent belongs to nobody, so that nobody may change it. */
export function isOwn({ attributes }: AgentAudit): boolean {
  return attributes.agent_type !== 'platform';
}
