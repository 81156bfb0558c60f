import type { AiPurpose, AiTask } from '../../infra/ai/port.ts';
import { type AgentConfiguration, resolveAgent } from '../agents/configuration.ts';
import { findPinnedAgent } from '../agents/store.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import type { ExecutionRow } from './table.ts';

/** The agent's configuration as it was when the execution began. */
export async function agentOf(
  db: Db,
  { agent_id, agent_revision }: Pick<ExecutionRow, 'agent_id' | 'agent_revision'>,
): Promise<AgentConfiguration> {
  const agent = await findPinnedAgent(db, agent_id, agent_revision);
  if (!agent) throw new Error(`There is no agent ${agent_id}.`);
  return resolveAgent(agent);
}

/** Purpose of an AI request for an execution. */
export function purposeOf({ id, partner_id }: Pick<ExecutionRow, 'id' | 'partner_id'>, task: AiTask): AiPurpose {
  return { task, partnerId: partner_id, subject: { type: 'execution', id } };
}

/** How long a plan or a step is retried, from the start of its first attempt. The wait before that does not count. */
const RETRY_WINDOW_MS = 30 * 60_000;
/** Longest pause before the next attempt; the same as in workflows/execution/workflow.ts. */
const PAUSE_MS = 30_000;

/** There is no time for another attempt. `cause` is the last failure; absent when the last attempt never finished. */
export class RetriesExhausted extends Error {
  constructor(options?: { cause: unknown }) {
    super('Half an hour of attempts is over.', options);
    this.name = 'RetriesExhausted';
  }
}

/** Makes an attempt. Throws RetriesExhausted when it starts too late, or when it fails and the next one would. */
export async function attemptWithinHalfHour<Result>(
  clock: Deps['clock'],
  firstAttemptAt: Date,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const isOver = (pauseMs: number) => clock.now().getTime() + pauseMs >= firstAttemptAt.getTime() + RETRY_WINDOW_MS;
  if (isOver(0)) throw new RetriesExhausted();
  try {
    return await attempt();
  } catch (error) {
    if (isOver(PAUSE_MS)) throw new RetriesExhausted({ cause: error });
    throw error;
  }
}
