import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound, notYours } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { findAgent } from './store.ts';
import type { AgentRow } from './table.ts';

/** An agent of the caller or of the platform; 404 when there is none, 403 when it is another partner's. */
export async function ownAgent(deps: Deps, call: Call, params: { id: number }): Promise<AgentRow> {
  const agent = await findAgent(deps.db, params.id);
  if (!agent) throw notFound('Agent');
  if (agent.partner_id !== null && agent.partner_id !== partnerOf(call)) throw notYours('Agent');
  return agent;
}

/** An agent that the caller may change; 403 for the platform's agent, as for another partner's. */
export async function changeableAgent(deps: Deps, call: Call, params: { id: number }): Promise<AgentRow> {
  const agent = await ownAgent(deps, call, params);
  if (agent.partner_id === null) throw new AppError('FORBIDDEN', "The platform's own agent cannot be changed.");
  return agent;
}
