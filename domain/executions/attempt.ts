import { AiError, type AiPurpose, type AiTask } from '../../infra/ai/port.ts';
import { type AgentConfiguration, resolveAgent } from '../agents/configuration.ts';
import { findPinnedAgent } from '../agents/store.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { executionTopic } from './rules.ts';
import { waitSentence } from './stop.ts';
import { setWaiting } from './store.ts';
import type { ExecutionRow, ExecutionWait } from './table.ts';

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

/** What an attempt belongs to. */
interface Attempted {
  execution: Pick<ExecutionRow, 'id' | 'row_key' | 'waiting'>;
  /** Key of the step; null: the plan. */
  step: string | null;
  firstAttemptAt: Date;
}

/**
 * Makes an attempt. Throws RetriesExhausted when it starts too late, or when it fails and the next one would. While the AI provider
 * has to be asked again, the execution says so.
 */
export async function attemptWithinHalfHour<Result>(
  deps: Pick<Deps, 'clock' | 'db' | 'notifications'>,
  { execution, step, firstAttemptAt }: Attempted,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const until = firstAttemptAt.getTime() + RETRY_WINDOW_MS;
  const isOver = (pauseMs: number) => deps.clock.now().getTime() + pauseMs >= until;
  const note = async (wait: ExecutionWait | null) => {
    await setWaiting(deps.db, execution, step, wait);
    deps.notifications.notify(executionTopic(execution.id));
  };
  if (isOver(0)) throw new RetriesExhausted();
  try {
    const result = await attempt();
    if (execution.waiting?.step === step) await note(null);
    return result;
  } catch (error) {
    const provider = error instanceof AiError && error.retryable ? error : null;
    // The provider's own wait is longer than any pause of ours.
    if (isOver(Math.max(PAUSE_MS, provider?.retryAfterMs ?? 0))) throw new RetriesExhausted({ cause: error });
    if (provider) {
      const reason = waitSentence(`ai_${provider.kind}`);
      const wait = { step, reason, since: firstAttemptAt.toISOString(), until: new Date(until).toISOString() };
      // The failure counts, whether it could be noted or not.
      await note(wait).catch(() => undefined);
    }
    throw error;
  }
}
