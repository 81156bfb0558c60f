import { askWithinRequest, suggestionTooLate } from '../capabilities/ask-within-request.ts';
import { PRICES } from '../capabilities/prices.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import type { ContentItemRow } from '../content-items/table.ts';
import { holdFor } from '../credits/ledger.ts';
import { payForRequest } from '../credits/paid-request.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import { findAllowedTerms } from '../guardrails/store.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { failureSentences } from '../kernel/failure-sentences.ts';
import { requireAi } from '../kernel/require-ai.ts';

/** Capability of suggestions: keys are scoped by it and credits are charged to it. */
export const CONTENT_SUGGESTION = 'content_suggestion';

const sentenceOf = failureSentences(
  {
    ai_too_long: 'The answer was longer than it may be; ask for less and try again.',
    ai_refused: 'The AI provider declined to write this.',
  },
  'The AI failed unexpectedly.',
);

/** A question about an item, and how its answer is read. */
interface Asked<Answer> {
  question: StepQuestion;
  /** Throws UnusableAnswer. */
  read: (answer: unknown) => Answer;
  /** The parts of an answer, each of which is checked by the guardrails. */
  partsOf: (answer: Answer) => readonly string[];
  /** What the audit log has of it. */
  details: Record<string, unknown>;
}

/** An answer, and by part what the guardrails found. */
interface Answered<Answer> {
  answer: Answer;
  hits: GuardrailHit[][];
}

/**
 * Asks the AI for a suggestion about an item, which is not stored, and charges it. Throws SUGGESTION_FAILED, without a charge also
 * where a guardrail blocks all parts of the answer.
 */
export async function suggestForItem<Answer>(
  deps: Deps,
  call: Call,
  { id, partner_id: partnerId }: Pick<ContentItemRow, 'id' | 'partner_id'>,
  { question, read, partsOf, details }: Asked<Answer>,
): Promise<Answered<Answer>> {
  requireAi(deps, call);
  const reference = `content-suggestion:${deps.ids.uuid()}`;
  const amount = PRICES[CONTENT_SUGGESTION];
  return payForRequest(deps, call, {
    hold: holdFor(call, { amount, reference, capability: CONTENT_SUGGESTION }),
    async work() {
      const purpose = { task: 'write', partnerId, subject: { type: 'content_item', id } } as const;
      const asked = {
        reference,
        purpose,
        question,
        read,
        sentenceOf: (reason: string) => uncharged(sentenceOf(reason)),
      };
      const { answer, model } = await askWithinRequest(deps, call, asked);
      const allowed = await findAllowedTerms(deps.db, partnerId);
      const hits: GuardrailHit[][] = [];
      for (const text of partsOf(answer)) hits.push(await checkGuardrails({ text, donts: [], allowed }));
      const blocked = hits.map((each) => each.find(isBlock));
      const [first] = blocked;
      if (first && blocked.every(Boolean))
        throw new AppError('SUGGESTION_FAILED', uncharged(`A guardrail withheld the text: ${first.message}`));
      return { answer, hits, model };
    },
    onCharged(tx, { model }) {
      tx.audit({ type: 'content_item', id, details: { ...details, model } });
    },
    late: suggestionTooLate,
  });
}

/** Whether nobody may use the text that it was found in. */
export function isBlock({ action }: GuardrailHit): boolean {
  return action === 'block';
}

function uncharged(sentence: string): string {
  return `${sentence} Nothing was charged.`;
}
