import { z } from 'zod';
import { askWithinRequest, suggestionTooLate } from '../../capabilities/ask-within-request.ts';
import { PRICES } from '../../capabilities/prices.ts';
import { buildInstructions, buildPrompt } from '../../capabilities/prompt.ts';
import type { StepQuestion } from '../../capabilities/types.ts';
import { holdFor } from '../../credits/ledger.ts';
import { payForRequest } from '../../credits/paid-request.ts';
import { failureSentence } from '../../executions/stop.ts';
import { answerList, answerText } from '../../kernel/answer-text.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { preconditionFailed } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { oneLine, truncate } from '../../kernel/words.ts';
import { findTemplate, WORKFLOW_TEMPLATES } from '../catalogue/index.ts';
import { suggestTemplateBody } from '../schema.ts';
import type { WorkflowTemplate } from '../types.ts';

const CAPABILITY = 'template_suggestion';

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
  const { answer: suggestions } = await payForRequest(deps, call, {
    hold,
    work: () =>
      askWithinRequest(deps, call, {
        reference,
        purpose: { task: 'analyse', partnerId: partnerOf(call), subject: null },
        question: suggestionQuestion(use_case),
        read: readSuggestions,
        sentenceOf: (reason) => failureSentence(reason, null),
      }),
    onCharged(tx, { answer: suggested }) {
      const details = { templates: suggested.map(({ slug }) => slug) };
      tx.audit({ type: 'template_suggestion', id: reference, details });
    },
    late: suggestionTooLate,
  });
  return suggestions.flatMap(({ slug, reason }) => {
    const template = findTemplate(slug);
    return template ? [{ template, reason }] : [];
  });
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
