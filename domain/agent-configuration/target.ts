import { z } from 'zod';
import type { AgentRow } from '../agents/table.ts';
import { changeableAgent, ownAgent } from '../agents/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { recordId } from '../kernel/schema.ts';
import { findBatch } from './batch-store.ts';
import type { BatchMigration } from './types.ts';

export const auditedAgentParams = z.object({ agent: recordId.describe('Id of an agent.') });

/** An agent of the caller or of the platform. */
export function auditedAgent(deps: Deps, call: Call, { agent }: { agent: number }): Promise<AgentRow> {
  return ownAgent(deps, call, { id: agent });
}

/** An agent that the caller may change. */
export function configurableAgent(deps: Deps, call: Call, { agent }: { agent: number }): Promise<AgentRow> {
  return changeableAgent(deps, call, { id: agent });
}

export const batchParams = z.object({ job: recordId.describe('Id of a batch of migrations.') });

/** A batch of the caller; 404 when there is none, 403 when it is another partner's. */
export async function ownBatch(deps: Deps, call: Call, { job }: { job: number }): Promise<BatchMigration> {
  return ownedBy(call, 'Batch', await findBatch(deps.db, job), ({ batch }) => batch.partner_id);
}
