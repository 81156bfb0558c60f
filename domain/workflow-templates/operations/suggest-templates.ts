import { z } from 'zod';
import { AiError } from '../../../infra/ai/port.ts';
import { ask } from '../../capabilities/ask.ts';
import { PRICES } from '../../capabilities/prices.ts';
import { buildInstructions, buildPrompt } from '../../capabilities/prompt.ts';
import { type StepQuestion, UnusableAnswer } from '../../capabilities/types.ts';
import { holdFor } from '../../credits/ledger.ts';
import { payForRequest } from '../../credits/paid-request.ts';
import { failureSentence } from '../../executions/stop.ts';
import { answerList, answerText } from '../../kernel/answer-text.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError, preconditionFailed } from '../../kernel/errors.ts';
import { sentenceAfterOneTry } from '../../kernel/failure-sentences.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { oneLine, truncate } from '../../kernel/words.ts';
import { findTemplate, WORKFLOW_TEMPLATES } from '../catalogue/index.ts';
import { suggestTemplateBody } from '../schema.ts';
import type { WorkflowTemplate } from '../types.ts';

const CAPABILITY = 'template_suggestion';
/** Limit for the AI, all attempts together. */
const LIMIT_MS = 60_000;
/** An answer that names a template outside the catalogue is requested once more. */
const MAX_ANSWERS = 2;

/** A template that fits a use case, with the reason. */
export interface TemplateSuggestion {
  template: WorkflowTemplate;
  reason: string;
}

/** Asks the AI for templates that fit a use case, within the request. Throws SUGGESTION_FAILED; charged on success. */
export const suggestTemplates = operation({
  name: 'workflow_templates.suggest',
  permission: 'manage_content',
  params: nothing,
  capability: () => CAPABILITY,
  input: suggestTemplateBody,
  run,
});

/** Not a single transaction: the AI answers between the hold and the charge. */
async function run(
  deps: Deps,
  call: Call,
  { use_case }: z.output<typeof suggestTemplateBody>,
): Promise<TemplateSuggestion[]> {
  if (use_case === '') throw preconditionFailed('The use case is empty.', { use_case: ['Must not be empty.'] });
  requireAi(deps, call);
  const reference = `template-suggestion:${deps.ids.uuid()}`;
  const hold = holdFor(call, { amount: PRICES[CAPABILITY], reference, capability: CAPABILITY });
  const suggestions = await payForRequest(deps, call, {
    hold,
    work: async () => readSuggestions(await answered(deps, call, use_case, reference)),
    onCharged(tx, suggested) {
      const details = { templates: suggested.map(({ slug }) => slug) };
      tx.audit({ type: 'template_suggestion', id: reference, details });
    },
    late: () => new AppError('SUGGESTION_FAILED', 'The suggestion took too long. Nothing was charged; try again.'),
  });
  return suggestions.flatMap(({ slug, reason }) => {
    const template = findTemplate(slug);
    return template ? [{ template, reason }] : [];
  });
}

async function answered(deps: Deps, call: Call, useCase: string, reference: string): Promise<unknown> {
  const question = suggestionQuestion(useCase);
  const purpose = { task: 'analyse', partnerId: partnerOf(call), subject: null } as const;
  const limit = AbortSignal.timeout(LIMIT_MS);
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.any([limit, call.signal]);
    try {
      const asker = { idempotencyKey: `${reference}/${attempt}`, signal, sandbox: isSandbox(call), purpose };
      return (await ask(deps, asker, question)).answer;
    } catch (error) {
      const unusable = error instanceof UnusableAnswer || (error instanceof AiError && error.kind === 'malformed');
      if (!unusable || attempt === MAX_ANSWERS) throw suggestionFailed(error, limit);
    }
  }
}

/** The failure as the partner sees it; errors that are not the provider's are returned unchanged. */
function suggestionFailed(error: unknown, limit: AbortSignal): unknown {
  if (error === limit.reason) return failed('ai_timeout', error);
  if (error instanceof UnusableAnswer) return failed('unusable_answer', error);
  if (error instanceof AiError)
    return failed(error.kind === 'malformed' ? 'unusable_answer' : `ai_${error.kind}`, error);
  return error;
}

function failed(reason: string, cause: unknown): AppError {
  return new AppError('SUGGESTION_FAILED', sentenceAfterOneTry(reason) ?? failureSentence(reason, null), { cause });
}

/** Most templates that are suggested. */
const MAX_SUGGESTIONS = 3;
const MAX_REASON_CHARACTERS = 500;

/** Only slugs of the catalogue are valid, so any other answer is rejected. */
const answerSchema = z.object({
  suggestions: answerList(
    z.object({
      slug: z.enum(WORKFLOW_TEMPLATES.map(({ slug }) => slug)).describe('Slug of a template of the list.'),
      reason: answerText().describe('One sentence on why it fits the use case.'),
    }),
  ),
});

/** A template that fits, with the reason. */
interface SuggestedTemplate {
  slug: string;
  reason: string;
}

/** Prompt for templates that fit a use case. */
function suggestionQuestion(useCase: string): StepQuestion {
  return {
    instructions: buildInstructions(
      { brief: 'You advise partners on which of the templates of this platform fits what they want to achieve.' },
      [
        `Choose at most ${MAX_SUGGESTIONS} templates from the list, the best one first. Choose none that does not fit.`,
        'Name templates by their slugs. There are no others than those of the list.',
      ],
    ),
    prompt: buildPrompt({
      task: 'Suggest templates',
      deliverable: 'ideas',
      settings: { use_case: useCase },
      context: {},
      lines: ['Templates:', ...WORKFLOW_TEMPLATES.map(({ slug, description }) => `- ${slug}: ${description}`)],
    }),
    maxOutputTokens: 1_000,
    temperature: 0.2,
    answer: { name: 'template_suggestions', schema: answerSchema },
  };
}

/** Reads the answer, which `ask` has validated against the schema; each template once. */
function readSuggestions(answer: unknown): SuggestedTemplate[] {
  const { suggestions } = answerSchema.parse(answer);
  const bySlug = new Map<string, string>();
  for (const { slug, reason } of suggestions) if (!bySlug.has(slug)) bySlug.set(slug, reason);
  return [...bySlug]
    .slice(0, MAX_SUGGESTIONS)
    .map(([slug, reason]) => ({ slug, reason: truncate(oneLine(reason), MAX_REASON_CHARACTERS) }));
}
