import { z } from 'zod';
import { PRICES } from '../../capabilities/prices.ts';
import { settleHold } from '../../credits/ledger.ts';
import { workChanged } from '../../kernel/change-events.ts';
import type { Tx } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { truncate } from '../../kernel/words.ts';
import { promptsOf, scoreChallenge } from '../challenge/judge.ts';
import { endChallenge, findRunningChallenge, lockRunningChallenge, selectVerdicts } from '../challenge-store.ts';
import { AUDIT_CAPABILITY, challengeCredits, failureSentence } from '../rules.ts';
import { type ChallengeReference, challengeInput } from '../schema.ts';
import type { AgentChallengeRow } from '../table.ts';

/** Returns the unanswered prompts of a running challenge; null when it has ended or the row has another key. */
export const openChallenge = step({
  name: 'agent_audit.open_challenge',
  input: challengeInput,
  output: z.object({ prompts: z.array(z.string()), total: z.int() }).nullable(),
  async run({ db }, _call, reference) {
    const challenge = await findRunningChallenge(db, reference);
    if (!challenge) return null;
    const verdicts = await selectVerdicts(db, challenge.id);
    const keys = promptsOf(challenge.categories).map(({ key }) => key);
    return { prompts: keys.filter((key) => !verdicts.has(key)), total: challenge.total };
  },
});

/** Completes a challenge that has all answers, with report and charge; false when it had ended. */
export const settleChallenge = step({
  name: 'agent_audit.settle_challenge',
  input: challengeInput,
  output: z.boolean(),
  run: (deps, call, reference) => deps.transaction(call, (tx) => completeChallenge(tx, reference)),
});

/** Fails a running challenge with a class of failure and releases its credits; false when it had ended or the row has another key. */
export const failChallenge = step({
  name: 'agent_audit.fail_challenge',
  input: challengeInput.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) => fail(tx, reference, failureSentence(reason))),
});

/** Completes a running challenge that has all answers: report, status and credits in one transaction; false when it had ended. */
async function completeChallenge(tx: Tx, reference: ChallengeReference): Promise<boolean> {
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
async function fail(tx: Tx, reference: ChallengeReference, error: string): Promise<boolean> {
  const running = await lockRunningChallenge(tx.em, reference);
  if (!running) return false;
  await endChallenge(tx.em, tx.now, running.id, { status: 'failed', error: truncate(error, 500) });
  await settle(tx, running, 0);
  return true;
}

async function settle(tx: Tx, { id, partner_id, row_key }: AgentChallengeRow, used: number): Promise<void> {
  await settleHold(tx, { partnerId: partner_id, reference: challengeCredits(row_key), used });
  tx.emit(workChanged(partner_id, 'agent-challenge', id));
}
