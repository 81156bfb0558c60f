/** Which row a run is about; the key tells it from a later one under the same number, once a database was restored. */
interface RunCommand {
  rowKey: string;
  partnerId: number;
  agentId: number;
  sandbox: boolean;
  requestId: string;
}

declare module '../kernel/command.ts' {
  interface Commands {
    'agent_audit.challenge': RunCommand & { challengeId: number };
    'agent_audit.dry_run': RunCommand & { dryRunId: number; capability: string };
  }
}

/** A challenge by number and key. */
export interface ChallengeReference {
  challengeId: number;
  rowKey: string;
}

/** A rehearsal by number and key. */
export interface AgentDryRunReference {
  dryRunId: number;
  rowKey: string;
}
