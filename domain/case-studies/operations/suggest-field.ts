import type { z } from 'zod';
import { askWithinRequest, suggestionTooLate } from '../../capabilities/ask-within-request.ts';
import { payForRequest } from '../../credits/paid-request.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { storyOf } from '../fields.ts';
import { holdOf } from '../generation.ts';
import { dontsOf, failureSentence, guardrailSentence, inspectText } from '../inspect.ts';
import { loadPromptContext, referencedSources } from '../prompt-context.ts';
import { caseStudyNotFound, SUGGESTION_CAPABILITY } from '../rules.ts';
import { caseStudyParams, suggestBody } from '../schema.ts';
import { readSuggestion, SUGGESTION_PROMPT, suggestionQuestion } from '../suggestion-question.ts';
import type { CaseStudy } from '../table.ts';
import { ownCaseStudy } from '../target.ts';

type Body = z.output<typeof suggestBody>;

/** A suggested text for a field; it is not stored. */
export interface Suggestion extends Pick<Body, 'field' | 'mode'> {
  caseStudyId: number;
  suggestion: string;
}

/** Suggests a text for a field, within the request. Throws SUGGESTION_FAILED; charged on success. */
export const suggestField = operation({
  name: 'case_studies.suggest',
  permission: 'manage_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  capability: () => SUGGESTION_CAPABILITY,
  references: referencedSources,
  input: suggestBody,
  run,
});

/** Not one transaction: the AI answers between the hold and the charge. */
async function run(deps: Deps, call: Call, body: Body, caseStudy: CaseStudy): Promise<Suggestion> {
  const { field, mode } = body;
  const context = await loadPromptContext(deps, call, body, storyOf(caseStudy));
  requireAi(deps, call);
  const reference = `case-study-suggestion:${deps.ids.uuid()}`;
  const hold = holdOf(call, SUGGESTION_CAPABILITY, reference);
  const { answer: suggestion } = await payForRequest(deps, call, {
    hold,
    async work() {
      const suggested = await askWithinRequest(deps, call, {
        reference,
        purpose: {
          task: 'write',
          partnerId: caseStudy.partner_id,
          subject: { type: 'case_study', id: caseStudy.id },
        },
        question: suggestionQuestion(body, storyOf(caseStudy), context),
        read: readSuggestion,
        sentenceOf: failureSentence,
      });
      const allowed = await findAllowedTerms(deps.db, caseStudy.partner_id);
      const { blocked } = await inspectText(suggested.answer, { donts: dontsOf(context), allowed, name: field });
      if (blocked) throw new AppError('SUGGESTION_FAILED', guardrailSentence(blocked.message));
      return suggested;
    },
    onCharged(tx, { model }) {
      const details = { field, mode, prompt: SUGGESTION_PROMPT, model };
      tx.audit({ type: 'case_study', id: caseStudy.id, details });
    },
    late: suggestionTooLate,
  });
  return { field, mode, suggestion, caseStudyId: caseStudy.id };
}
