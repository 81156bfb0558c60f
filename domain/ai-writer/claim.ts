import { holdCredits, holdFor, settleHold } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { conflict, notFound } from '../kernel/errors.ts';
import { limitReached } from '../kernel/limits.ts';
import { requirePlan } from './order.ts';
import { claimStatement, countOutputsLocked, endOutput, lockOutput, type Progress } from './output-store.ts';
import { promptVersionOf } from './prompt.ts';
import { creditReference, isCharged, isOpen, outputTopic, WRITER_CAPABILITY } from './rules.ts';
import { type OutputOptions, writerPrice } from './schema.ts';
import type { OutputStatus, WriterMessageRow, WriterOutputRow } from './table.ts';

/** State of an output after a claim: complete, being written by another process, or claimed by this one. */
export type ClaimResult =
  | { state: 'written' | 'busy'; output: Output }
  | { state: 'mine'; output: Output; token: string };

/** An output without its claim. */
type Output = Omit<WriterOutputRow, 'claim_token' | 'claim_until'>;

/**
 * Loads the output of a message and claims it if it is unfinished, holding its price unless already paid. Throws
 * FORBIDDEN for a new output on a plan without its template, CONFLICT for more outputs of the message than there may be, DAILY_CREDIT_LIMIT_EXCEEDED and NO_CREDITS.
 */
export function claimWriting(
  deps: Deps,
  call: Call,
  message: WriterMessageRow,
  options: OutputOptions,
): Promise<ClaimResult> {
  const rowKey = deps.ids.uuid();
  const token = deps.ids.uuid();
  const promptVersion = promptVersionOf(message);
  return deps.transaction(call, async (tx): Promise<ClaimResult> => {
    const found = await lockOutput(tx.em, tx.now, message.id, rowKey, options, promptVersion);
    if (!found) throw notFound('Message');
    const most = deps.limits.writer_outputs;
    if (isNew(found)) {
      await requirePlan({ db: tx.em }, call, message);
      if ((await countOutputsLocked(tx.em, message.id)) > most) throw conflict(limitReached('writer_outputs', most));
    }
    if (!isOpen(found.status)) return { state: 'written', output: found };
    if (found.is_claimed) return { state: 'busy', output: found };
    const hold = !found.held && found.credits_charged === null;
    const output = {
      ...found,
      holds: found.holds + (hold ? 1 : 0),
      held: found.held || hold,
      prompt_version: promptVersion,
    };
    tx.beforeCommit(claimStatement(tx.now, output, token));
    tx.audit({ type: 'writer_output', id: output.id, details: { message_id: message.id } });
    if (hold) {
      const reference = creditReference(output);
      const work = { amount: writerPrice(options), reference, capability: WRITER_CAPABILITY };
      holdCredits(tx, holdFor(call, work));
    }
    return { state: 'mine', output, token };
  });
}

/** Saves texts and status and settles the credits in one transaction. Does nothing when the claim was lost. */
export function endWriting(
  deps: Deps,
  call: Call,
  message: WriterMessageRow,
  { output, token }: Extract<ClaimResult, { state: 'mine' }>,
  progress: Progress,
  status: Exclude<OutputStatus, 'writing'>,
): Promise<void> {
  const isPaid = isCharged(status, progress.results, deps.stopping.aborted);
  const price = message.sandbox ? 0 : writerPrice(output);
  return deps.transaction(call, async (tx) => {
    const charged = isPaid ? price : null;
    const ended = await endOutput(tx.em, tx.now, output.id, token, progress, { status, charged });
    if (!ended) return;
    tx.notify(outputTopic(output.id));
    if (!ended.wasHeld) return;
    await settleHold(tx, {
      partnerId: message.partner_id,
      reference: creditReference(output),
      used: charged ?? 0,
    });
  });
}

/** Whether nobody has begun it, as when this transaction inserted it. */
function isNew({ holds, credits_charged, status, finished }: WriterOutputRow): boolean {
  return holds === 0 && credits_charged === null && status === 'stopped' && finished === 0;
}
