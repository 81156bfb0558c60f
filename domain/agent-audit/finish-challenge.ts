import { PRICES } from '../capabilities/prices.ts';
import { settleHold } from '../credits/ledger.ts';
import type { Tx } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import { promptsOf } from './challenge/prompts.ts';
import { scoreChallenge } from './challenge/score.ts';
import { endChallenge, lockRunningChallenge, selectVerdicts } from './challenge-store.ts';
import { AUDIT_CAPABILITY, challengeCredits } from './rules.ts';
import type { AgentChallengeRow } from './table.ts';
import type { ChallengeReference } from './types.ts';

/** Completes a running challenge that has all answers: report, status and credits in one transaction; false when it had ended. */
export async function completeChallenge(tx: Tx, reference: ChallengeReference): Promise<boolean> {
  const running = await lockRunningChallenge(tx.em, reference);
  if (!running) return false;
  const verdicts = await selectVerdicts(tx.em, running.id);
  // In the order of the set, so that the same verdicts give the same report.
  const judged = promptsOf(running.categories).flatMap((prompt) => {
    const verdict = verdicts.get(prompt.key);
    return verdict ? [{ prompt, verdict }] : [];
  });
  if (judged.length < running.total) throw new Error(`Challenge ${running.id} has ${judged.length} of its answers.`);
  const report = scoreChallenge(judged, running.categories);
  await endChallenge(tx.em, tx.now, running.id, { status: 'completed', report });
  await settle(tx, running, PRICES[AUDIT_CAPABILITY]);
  return true;
}

/** Fails a running challenge and releases its credits; false when it had ended. */
export async function failChallenge(tx: Tx, reference: ChallengeReference, error: string): Promise<boolean> {
  const running = await lockRunningChallenge(tx.em, reference);
  if (!running) return false;
  await endChallenge(tx.em, tx.now, running.id, { status: 'failed', error: truncate(error, 500) });
  await settle(tx, running, 0);
  return true;
}

async function settle(tx: Tx, { partner_id, row_key }: AgentChallengeRow, used: number): Promise<void> {
  await settleHold(tx, { partnerId: partner_id, reference: challengeCredits(row_key), used });
}
