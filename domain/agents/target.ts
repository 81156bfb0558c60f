import type { z } from 'zod';
import { capabilityIn } from '../capabilities/request.ts';
import type { Capability } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound, notYours, preconditionFailed } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { memoize } from '../kernel/memoize.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { references } from '../kernel/references.ts';
import { recordId } from '../kernel/schema.ts';
import { findAgent } from './store.ts';
import type { AgentRow } from './table.ts';

/** An agent of the caller or of the platform; 404 when there is none, 403 when it is another partner's. */
export async function ownAgent(deps: Deps, call: Call, params: { id: number }): Promise<AgentRow> {
  const agent = await findAgent(deps.db, params.id);
  if (!agent) throw notFound('Agent');
  if (agent.partner_id !== null && agent.partner_id !== partnerOf(call)) throw notYours('Agent');
  return agent;
}

/** The agent that an input names as `agent_id`. */
export const referencedAgent = references({ agent_id: recordId }, async (deps, call, { agent_id: id }) => {
  if (id !== undefined) await ownAgent(deps, call, { id });
});

/** An agent that the caller may change; 403 for the platform's agent, as for another partner's. */
export async function changeableAgent(deps: Deps, call: Call, params: { id: number }): Promise<AgentRow> {
  const agent = await ownAgent(deps, call, params);
  if (agent.partner_id === null) throw new AppError('FORBIDDEN', "The platform's own agent cannot be changed.");
  return agent;
}

/** Throws PRECONDITION_FAILED for an agent that is switched off. */
export function requireActive({ is_active }: Pick<AgentRow, 'is_active'>): void {
  if (!is_active) throw preconditionFailed('The agent is not active.', { agent_id: ['The agent is not active.'] });
}

/** What is wrong with a field that has the agent carry these capabilities out; undefined: nothing. */
export function unsupportedBy(
  { capabilities }: Pick<AgentRow, 'capabilities'>,
  slugs: readonly string[],
): string | undefined {
  const foreign = slugs.find((slug) => capabilities && !capabilities.includes(slug));
  return foreign && `The agent does not carry out "${foreign}".`;
}

/** An agent and a capability; null when the body names none, which validation then reports. */
export interface AgentJob {
  agent: AgentRow;
  capability: Capability | null;
}

/** Loads the agent in the path and the capability in the body; 404 when either does not exist. */
export async function agentJob(
  deps: Deps,
  call: Call,
  { agent: id }: { agent: number },
  raw: unknown,
): Promise<AgentJob> {
  return { agent: await ownAgent(deps, call, { id }), capability: capabilityIn(deps, raw) };
}

/** Reports an agent that does not have the capability. */
export async function checkJob(_deps: Deps, _raw: unknown, { agent, capability }: AgentJob): Promise<ErrorDetails> {
  const problem = unsupportedBy(agent, capability ? [capability.slug] : []);
  return problem === undefined ? {} : { capability: [problem] };
}

/** Extends a body by the settings schema of the capability that it names. */
export function bodyOfJob<Body extends z.ZodObject>(
  body: Body,
  settings: (own: z.ZodObject) => z.ZodType,
): (job: Pick<AgentJob, 'capability'>) => z.ZodType<z.output<Body>> {
  return memoize(
    ({ capability }) => capability?.slug ?? '',
    ({ capability }) => {
      const schema: z.ZodType = capability ? body.extend({ settings: settings(capability.settings) }) : body;
      return schema as z.ZodType<z.output<Body>>;
    },
  );
}

/** Slugs of the capabilities that a job is charged to. */
export function capabilitiesOfJob({ capability }: Pick<AgentJob, 'capability'>): string[] {
  return capability ? [capability.slug] : [];
}
