import { z } from 'zod';
import { recordId } from '../kernel/schema.ts';

/** Identifies a challenge in the input of steps. */
export const challengeInput = z.object({ challengeId: recordId, rowKey: z.string() });

/** Identifies an agent dry run in the input of steps. */
export const agentDryRunInput = z.object({ dryRunId: recordId, rowKey: z.string() });

/** Identifies the row of a run. Ids recur after a database restore, so `rowKey` identifies the row. */
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

/** A challenge by id and row key. */
export interface ChallengeReference {
  challengeId: number;
  rowKey: string;
}

/** An agent dry run by id and row key. */
export interface AgentDryRunReference {
  dryRunId: number;
  rowKey: string;
}
