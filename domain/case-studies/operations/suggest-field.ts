import type { z } from 'zod';
import { AiError, type AiPurpose } from '../../../infra/ai/port.ts';
import { ask } from '../../capabilities/ask.ts';
import { UnusableAnswer } from '../../capabilities/types.ts';
import { payForRequest } from '../../credits/paid-request.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { sentenceAfterOneTry } from '../../kernel/failure-sentences.ts';
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

/** Time limit for all answers of the AI together. */
const LIMIT_MS = 60_000;
/** An unusable answer is requested once more. */
const MAX_ANSWERS = 2;

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
  const key = deps.ids.uuid();
  const hold = holdOf(call, SUGGESTION_CAPABILITY, `case-study-suggestion:${key}`);
  const { suggestion } = await payForRequest(deps, call, {
    hold,
    async work() {
      const answer = await askForText(deps, call, body, caseStudy, context, key);
      const allowed = await findAllowedTerms(deps.db, caseStudy.partner_id);
      const { blocked } = await inspectText(answer.suggestion, { donts: dontsOf(context), allowed, name: field });
      if (blocked) throw new AppError('SUGGESTION_FAILED', guardrailSentence(blocked.message));
      return answer;
    },
    onCharged(tx, { model }) {
      const details = { field, mode, prompt: SUGGESTION_PROMPT, model };
      tx.audit({ type: 'case_study', id: caseStudy.id, details });
    },
    late: () => new AppError('SUGGESTION_FAILED', 'The suggestion took too long. Nothing was charged; try again.'),
  });
  return { field, mode, suggestion, caseStudyId: caseStudy.id };
}

async function askForText(
  deps: Deps,
  call: Call,
  body: Body,
  caseStudy: CaseStudy,
  context: Record<string, unknown>,
  key: string,
): Promise<{ suggestion: string; model: string | null }> {
  const sandbox = isSandbox(call);
  const question = suggestionQuestion(body, storyOf(caseStudy), context);
  const purpose: AiPurpose = {
    task: 'write',
    partnerId: caseStudy.partner_id,
    subject: { type: 'case_study', id: caseStudy.id },
  };
  const limit = AbortSignal.timeout(LIMIT_MS);
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.any([limit, call.signal]);
    try {
      const idempotencyKey = `case-study-suggestion:${key}/${attempt}`;
      const { answer, model } = await ask(deps, { idempotencyKey, signal, sandbox, purpose }, question);
      return { suggestion: readSuggestion(answer), model };
    } catch (error) {
      const unusable = error instanceof UnusableAnswer || (error instanceof AiError && error.kind === 'malformed');
      if (!unusable || attempt === MAX_ANSWERS) throw suggestionFailed(error, limit);
    }
  }
}

/** Maps a failure of the provider to an API error; other errors pass unchanged. */
function suggestionFailed(error: unknown, limit: AbortSignal): unknown {
  const reason =
    error === limit.reason
      ? 'ai_timeout'
      : error instanceof AiError
        ? `ai_${error.kind}`
        : error instanceof UnusableAnswer
          ? 'unusable_answer'
          : undefined;
  if (reason === undefined) return error;
  const sentence =
    sentenceAfterOneTry(reason) ?? failureSentence(reason === 'ai_malformed' ? 'unusable_answer' : reason);
  return new AppError('SUGGESTION_FAILED', sentence, { cause: error });
}
