import type { Capabilities } from '../capabilities/feature.ts';
import { settleHold } from '../credits/ledger.ts';
import type { Tx } from '../kernel/deps.ts';
import { failureSentences } from '../kernel/failure-sentences.ts';
import { notifyOfEnd } from './notify-of-end.ts';
import { creditReference, type ExecutionReference, executionTopic } from './rules.ts';
import { endRunningSteps } from './step-store.ts';
import { moveExecution } from './store.ts';
import type { ExecutionRow } from './table.ts';

/** How an execution ends without a result. */
export type StopOutcome = { status: 'cancelled' } | { status: 'failed'; error: string };

/** Ends an open execution without a result and releases its whole hold; null when it had already ended. */
export async function stop(
  tx: Tx,
  capabilities: Pick<Capabilities, 'ended'>,
  reference: ExecutionReference,
  ending: StopOutcome,
): Promise<ExecutionRow | null> {
  const ended = await moveExecution(tx.em, tx.now, reference, ending);
  if (!ended) return null;
  const { id, partner_id: partnerId, row_key: rowKey, notify_on_complete, sandbox } = ended;
  await endRunningSteps(tx.em, tx.now, id, ending.status);
  if (ending.status === 'failed') for (const note of capabilities.ended) await note(tx, ended);
  await settleHold(tx, { partnerId, reference: creditReference(rowKey), used: 0 });
  if (notify_on_complete) {
    tx.publish({
      partnerId,
      type: 'content.generated',
      triggers: ended.trigger_chain,
      data: { execution_id: id, status: ending.status, content_item_ids: [], ...(sandbox && { sandbox: true }) },
    });
  }
  if (ending.status === 'failed') notifyOfEnd(tx, 'execution_failed', ended);
  tx.notify(executionTopic(id));
  return ended;
}

const sentenceOf = failureSentences(
  {
    ai_too_long: 'The answer was longer than it may be.',
    ai_refused: 'The AI provider declined to write this.',
    deadline: 'The execution took longer than it may.',
    lost: 'The execution was stopped by the operators of the service.',
    refused: 'The execution could not be started.',
  },
  'The execution failed unexpectedly.',
);

/** What the partner can do other than retry later; no entry when there is nothing. */
const REMEDIES = new Map(
  Object.entries({
    ai_too_long: 'ask for less and execute again',
    ai_context_too_long: 'give shorter inputs or fewer documents and execute again',
    ai_quota: null,
    ai_refused: 'change the settings and execute again',
    ai_misconfigured: null,
    unusable_answer: 'retry, or change the settings',
    lost: 'retry when you like',
    refused: null,
  }),
);

/**
 * Message for the partner when an execution fails, by failure class. `guardrail` is the message of the rule that
 * blocked a step.
 */
export function failureSentence(reason: string, guardrail: string | null): string {
  if (stoppedBy(reason, guardrail)) return `A guardrail stopped the execution: ${guardrail} Nothing was charged.`;
  const remedy = REMEDIES.has(reason) ? REMEDIES.get(reason) : 'retry later';
  return `${sentenceOf(reason)} Nothing was charged${remedy ? `; ${remedy}` : ''}.`;
}

/** Sentences about a provider that is asked again; `sentenceOf` has what was final. */
const WAITS = new Map(
  Object.entries({
    ai_rate_limited: 'The AI provider takes no more requests for the moment.',
    ai_unavailable: 'The AI provider cannot be reached, or fails.',
    ai_overloaded: 'The AI provider has no capacity for the moment.',
    ai_timeout: 'The AI provider does not answer in time.',
    ai_cut_off: 'The AI provider breaks its answers off.',
    ai_malformed: 'The AI gives answers that cannot be used.',
  }),
);

/** What an execution shows while the AI provider is asked again, by failure class. */
export function waitSentence(reason: string): string {
  const what = WAITS.get(reason) ?? 'The AI provider fails for the moment.';
  return `${what} It is asked again, and the credits stay held meanwhile; cancel the execution to release them at once.`;
}

/** The same for an optional step that failed. */
export function stepFailureSentence(reason: string, guardrail: string | null): string {
  const sentence = stoppedBy(reason, guardrail)
    ? `A guardrail stopped this step: ${guardrail}`
    : sentenceOf(reason).replace('The execution', 'The step');
  return `${sentence} Nothing was charged for it.`;
}

function stoppedBy(reason: string, guardrail: string | null): boolean {
  return reason === 'guardrail_blocked' && Boolean(guardrail);
}
