/** Path prefix of the audit routes, for links. */
export const PREFIX = '/api/v1/agents/audit';

/** Path of an agent's audit. */
export function auditPath(agentId: number): string {
  return `${PREFIX}/${agentId}`;
}
