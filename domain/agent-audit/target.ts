import { z } from 'zod';
import type { AgentRow } from '../agents/table.ts';
import { ownAgent } from '../agents/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { recordId } from '../kernel/schema.ts';

/** Path of an agent that is audited. */
export const agentParams = z.object({ agent: recordId.describe('Id of an agent.') });

/** An agent of the caller or of the platform; 404 when there is none, 403 when it is another partner's. */
export function auditedAgent(deps: Deps, call: Call, { agent }: { agent: number }): Promise<AgentRow> {
  return ownAgent(deps, call, { id: agent });
}
