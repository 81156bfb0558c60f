/** Where audits are, for links. */
export const PREFIX = '/api/v1/agents/audit';

/** Where the audit of an agent is. */
export function auditPath(agentId: number): string {
  return `${PREFIX}/${agentId}`;
}
