import { checkModels } from '../../agents/check-models.ts';
import { type AgentJob, agentJob, capabilitiesOfJob } from '../../agents/job.ts';
import { ownAgent } from '../../agents/target.ts';
import { capabilityIn } from '../../capabilities/request.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { DRY_RUN_SESSION_CAPABILITY } from '../rules.ts';
import { agentParams, startBody, startForAgentBody } from '../schema.ts';
import { findSession } from '../session-store.ts';
import { startWith } from '../start.ts';
import { type SessionView, viewOf } from '../view.ts';

/** Starts a session with the agent in the body. */
export const startSession = operation({
  name: 'dry_run.start',
  permission: 'manage_agents',
  params: nothing,
  target: async (deps, _call, _params, raw) => ({ capability: capabilityIn(deps, raw) }),
  capability: capabilitiesOfSession,
  input: startBody,
  checkInput: checkModels(),
  // The agent is loaded before the transaction.
  run: async (deps, call, { agent_id, ...input }): Promise<SessionView> =>
    startWith(deps, call, await ownAgent(deps, call, { id: agent_id }), input),
  recover: recovered,
});

/** Starts a session with the agent in the path. */
export const startAgentSession = operation({
  name: 'dry_run.start_for_agent',
  permission: 'manage_agents',
  params: agentParams,
  target: agentJob,
  capability: capabilitiesOfSession,
  input: startForAgentBody,
  checkInput: checkModels(),
  run: (deps, call, input, { agent }): Promise<SessionView> => startWith(deps, call, agent, input),
  recover: recovered,
});

/** Capabilities that a session uses: the dry run's, and the one it is about. */
function capabilitiesOfSession(job: Pick<AgentJob, 'capability'>): string[] {
  return [DRY_RUN_SESSION_CAPABILITY, ...capabilitiesOfJob(job)];
}

async function recovered(deps: Deps, call: Call, madeId: string): Promise<SessionView> {
  const session = await findSession(deps.db, Number(madeId));
  if (session?.partner_id !== partnerOf(call)) throw notFound('Session');
  return viewOf(deps, session);
}
