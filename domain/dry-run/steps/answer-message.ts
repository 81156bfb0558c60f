import { z } from 'zod';
import type { AiPurpose } from '../../../infra/ai/port.ts';
import { applyAgent, resolveAgent } from '../../agents/configuration.ts';
import { findAgent, findPinnedAgent } from '../../agents/store.ts';
import { savePaidAnswer } from '../../capabilities/ask.ts';
import { readText } from '../../capabilities/step-kinds/answers.ts';
import { settleHold } from '../../credits/ledger.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import type { Call } from '../../kernel/call.ts';
import { workChanged } from '../../kernel/change-events.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { cutAtWord } from '../../kernel/words.ts';
import { DRY_RUN_SESSION_PROMPT, inspectReply, keepDraft, REMEMBERED_EXCHANGES, replyQuestion } from '../reply.ts';
import { creditReference, DRY_RUN_SESSION_CAPABILITY, entryTopic, expiryFrom, replyPrice } from '../rules.ts';
import {
  answerMessage as answerRow,
  findEntry,
  findSession,
  lockSession,
  type Reply,
  selectLastExchanges,
  updateSession,
} from '../store.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow } from '../table.ts';

const MAX_REPLY_CHARACTERS = 20_000;

/**
 * Replies to a message and saves the reply in the transaction that charges for it; a repeat finds it and asks nothing.
 * Returns false when the message had ended otherwise. Throws AiError and UnusableAnswer.
 */
export const answerMessage = step({
  name: 'dry_run.answer',
  input: z.object({ sessionId: recordId, rowKey: z.string(), entryId: recordId }),
  output: z.boolean(),
  async run(deps, call, { sessionId, rowKey, entryId }) {
    const [session, entry] = await Promise.all([findSession(deps.db, sessionId), findEntry(deps.db, entryId)]);
    if (session?.row_key !== rowKey || entry?.session_id !== sessionId) return false;
    if (entry.status !== 'open') return entry.status === 'done';
    return savePaidAnswer(
      creditReference(entry),
      () => reply(deps, call, session, entry),
      (written) => deps.transaction(call, (tx) => save(tx, entry, written)),
    );
  },
});

async function reply(
  deps: Deps,
  { signal }: Call,
  session: DryRunSessionRow,
  entry: DryRunSessionEntryRow,
): Promise<Reply> {
  const { agent_id, agent_revision, partner_id, sandbox, rate } = session;
  const [agent, pinned, earlier] = await Promise.all([
    findAgent(deps.db, agent_id),
    findPinnedAgent(deps.db, agent_id, agent_revision),
    selectLastExchanges(deps.db, session, REMEMBERED_EXCHANGES),
  ]);
  if (!agent || !pinned) throw new Error(`There is no agent ${agent_id}.`);
  const configuration = resolveAgent(pinned);
  const purpose: AiPurpose = {
    task: 'write',
    partnerId: partner_id,
    subject: { type: 'dry_run_session', id: session.id },
  };
  const work = {
    task: purpose.task,
    capability: session.capability ?? DRY_RUN_SESSION_CAPABILITY,
    models: deps.ai.models,
  };
  const question = applyAgent(
    configuration,
    work,
    replyQuestion(deps.capabilities, agent, session, earlier, entry.content ?? ''),
  );
  const guardrails = { agent: configuration.guardrails, allowed: await findAllowedTerms(deps.db, partner_id) };
  const draft = entry.is_followed ? keepDraft(deps, entry, guardrails) : undefined;
  const { text, model, usage } = await deps.ai
    .generateText({
      ...question,
      // Its price was fixed with the session.
      model: session.model ?? undefined,
      purpose,
      sandbox,
      signal,
      idempotencyKey: creditReference(entry),
      ...(draft && { onText: draft.take }),
    })
    .finally(() => draft?.stop());
  const reply = cutAtWord(readText(text), MAX_REPLY_CHARACTERS);
  const { isWithheld, ...inspected } = await inspectReply(guardrails, reply);
  const credits = sandbox || isWithheld ? 0 : replyPrice(rate, usage.outputTokens);
  return { ...inspected, credits, prompt_version: DRY_RUN_SESSION_PROMPT, model, usage };
}

/** Saves the reply and charges for it; false when the message had ended. */
async function save(tx: Tx, entry: DryRunSessionEntryRow, written: Reply): Promise<boolean> {
  const session = await lockSession(tx.em, entry.session_id);
  if (!session || !(await answerRow(tx.em, tx.now, entry.id, written))) return false;
  await updateSession(tx.em, tx.now, session.id, {
    credits_used: session.credits_used + written.credits,
    expires_at: expiryFrom(tx.now),
  });
  await settleHold(tx, {
    partnerId: session.partner_id,
    reference: creditReference(entry),
    used: written.credits,
  });
  tx.notify(entryTopic(entry.id));
  tx.emit(workChanged(session.partner_id, 'dry-run-message', entry.id));
  return true;
}
