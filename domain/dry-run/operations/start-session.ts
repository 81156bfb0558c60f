import { modelFor, resolveAgent } from '../../agents/configuration.ts';
import { checkModels } from '../../agents/schema.ts';
import { findPinnedAgent } from '../../agents/store.ts';
import type { AgentRow } from '../../agents/table.ts';
import {
  type AgentJob,
  agentJob,
  capabilitiesOfJob,
  ownAgent,
  referencedAgent,
  requireActive,
  unsupportedBy,
} from '../../agents/target.ts';
import { capabilityOfBody } from '../../capabilities/request.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { wake } from '../entries.ts';
import { DRY_RUN_SESSION_CAPABILITY, expiryFrom, rateOf, TOKEN_LENGTH } from '../rules.ts';
import { agentParams, personaOf, type StartSettings, startBody, startForAgentBody } from '../schema.ts';
import { type SessionView, viewOf } from '../session.ts';
import { findSession, insertSession } from '../store.ts';

/** Starts a session with the agent in the body. */
export const startSession = operation({
  name: 'dry_run.start',
  permission: 'manage_agents',
  params: nothing,
  target: capabilityOfBody,
  references: referencedAgent,
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

/**
 * Starts a session with an agent as currently configured. Throws VALIDATION_ERROR for a capability that the agent does
 * not support, PRECONDITION_FAILED for an inactive agent.
 */
async function startWith(deps: Deps, call: Call, agent: AgentRow, settings: StartSettings): Promise<SessionView> {
  const capability = settings.capability ?? null;
  const problem = unsupportedBy(agent, capability === null ? [] : [capability]);
  if (problem !== undefined) throw invalid({ capability: [problem] });
  requireActive(agent);
  const model = await modelOf(deps, agent, settings);
  requireAi(deps, call);
  const row_key = deps.ids.uuid();
  const token = deps.ids.base62(TOKEN_LENGTH);
  const session = await deps.transaction(call, async (tx) => {
    const created = await insertSession(tx.em, tx.now, {
      row_key,
      token,
      partner_id: partnerOf(call),
      agent_id: agent.id,
      agent_revision: agent.revision,
      persona: settings.persona ? personaOf(settings.persona) : null,
      capability,
      model,
      rate: rateOf(deps.ai.models, model),
      sandbox: isSandbox(call),
      expires_at: expiryFrom(tx.now),
    });
    // The workflow starts now, since it also ends an idle session.
    wake(tx, call, created);
    tx.audit({ type: 'dry_run_session', id: created.id, details: { agent_id: agent.id } });
    tx.made({ type: 'dry_run_session', id: created.id });
    return created;
  });
  return viewOf(deps, session);
}

/**
 * The model of the replies, if the operator offers it: the requested one, else the agent's; null is the operator's
 * default.
 */
async function modelOf(
  { db, ai }: Deps,
  { id, revision }: AgentRow,
  { capability, model }: StartSettings,
): Promise<string | null> {
  const { known } = ai.models;
  if (model != null && known.some(({ name, isOffered }) => isOffered && name === model)) return model;
  const pinned = await findPinnedAgent(db, id, revision);
  return (pinned && modelFor(resolveAgent(pinned), capability ?? DRY_RUN_SESSION_CAPABILITY, known)) ?? null;
}
