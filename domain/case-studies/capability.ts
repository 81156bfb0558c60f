import { z } from 'zod';
import { capabilities, content, itemCount, promptText, step, voice } from '../capabilities/define.ts';
import { type Feature, recordsInContext } from '../capabilities/feature.ts';
import type { DraftContent, StepKindDefinition, StepOutput } from '../capabilities/types.ts';
import type { Tx } from '../kernel/deps.ts';
import { recordId } from '../kernel/schema.ts';
import { kbIds } from '../knowledge-bases/schema.ts';
import {
  caseStudyFields,
  ENHANCED_TEXTS,
  generationFields,
  type Story,
  storyOf,
  suggestionFields,
  type WrittenCaseStudy,
  withProjectDays,
} from './fields.ts';
import { GENERATION_PROMPT, generationQuestion, readGeneration } from './generation-question.ts';
import { loadSources, type PromptSources } from './prompt-context.ts';
import { insertCaseStudy } from './store.ts';
import { readSuggestion, SUGGESTION_PROMPT, suggestionQuestion } from './suggestion-question.ts';
import { ownCaseStudy } from './target.ts';

const HEADINGS: Record<(typeof ENHANCED_TEXTS)[number], string> = {
  problem_statement_enhanced: 'The problem',
  proposed_solution_enhanced: 'The solution',
  outcomes_enhanced: 'The results',
  tco_analysis_enhanced: 'What it costs',
  lessons_learned_enhanced: 'What others can learn',
};

/** Writes a case study, which becomes a draft when the execution completes, and a content item with its text for the board. */
const caseStudy: StepKindDefinition = {
  kind: 'case_study',
  task: 'write',
  question: ({ settings, context }) => generationQuestion(storyOf(settings), context),
  interpret: ({ settings, context }, answer) => {
    const written = readGeneration(answer, storyOf(settings), context);
    return {
      summary: `Wrote the case study "${written.case_study_title}".`,
      output: { type: 'case_study', case_study_id: null, ...written, prompt_version: GENERATION_PROMPT },
      drafts: [textOf(written)],
      // The advice is shown to the partner too.
      inspected: [JSON.stringify(written.generated_content)],
    };
  },
};

function textOf({
  case_study_title: title,
  short_description,
  generated_content: content,
}: WrittenCaseStudy): DraftContent {
  const parts = ENHANCED_TEXTS.map((name) => `## ${HEADINGS[name]}\n\n${content[name] ?? ''}`);
  return { title, content_type: 'text_content', body: [short_description, ...parts].join('\n\n') };
}

const suggestionRequest = z.object({ field: suggestionFields.field, mode: suggestionFields.mode });
const storyValues = z.record(z.string(), z.unknown()).catch({});

/** Suggests a text for a field of the context's case study. */
const caseStudyField: StepKindDefinition = {
  kind: 'case_study_field',
  task: 'write',
  question: ({ settings, context: { case_study, ...context } }) =>
    suggestionQuestion(suggestionRequest.parse(settings), storyValues.parse(case_study), context),
  interpret: (_context, answer) => ({
    summary: 'Suggested a text.',
    output: { type: 'answer', text: readSuggestion(answer), suggestions: [], prompt_version: SUGGESTION_PROMPT },
    drafts: [],
  }),
};

const MAX_STORY = 20_000;

/** Texts that a case study cannot be written without. */
const CASE_STUDY_PROMPTS = ['problem_statement', 'proposed_solution', 'outcomes'] as const;

/** The body of POST /partners/case-studies/generate as settings, with further fields; blank texts are a failed precondition. */
function caseStudySettings(more: z.ZodRawShape = {}): z.ZodObject {
  return withProjectDays({
    ...generationFields,
    problem_statement: promptText("The customer's problem.", MAX_STORY),
    proposed_solution: promptText('The solution and the products used.', MAX_STORY),
    outcomes: promptText('The outcomes, with figures before and after if available.', MAX_STORY),
    ...more,
  });
}

const ENTRIES = capabilities([
  {
    slug: 'case_study_generation',
    name: 'Case study',
    description: 'Writes a customer case study, as a draft for the partner portal and as a text.',
    settings: caseStudySettings(),
    prompt_settings: CASE_STUDY_PROMPTS,
    default_plan: [step('case_study', 'Write the case study', 'case_study', [], content('text_content', 100, 3_000))],
    optional_kinds: [],
    brief:
      'You write case studies for a partner programme: the customer, the problem, the solution, the results, what others can learn.',
  },
  {
    slug: 'case_study_suggestion',
    name: 'Case study suggestion',
    description: 'Suggests a text for one field of a case study.',
    settings: z.object({
      case_study_id: recordId.describe('The case study.'),
      ...suggestionFields,
    }),
    prompt_settings: [],
    default_plan: [step('suggestion', 'Suggest a text', 'case_study_field', [], { type: 'answer' })],
    optional_kinds: [],
    brief: 'You help with case studies. You write one field of one case study.',
  },
  {
    slug: 'customer_story_kit',
    name: 'Customer story kit',
    description: 'Turns what a customer achieved into a case study, a blog post, an email and social posts.',
    is_beta: true,
    settings: caseStudySettings({ ...voice(), ...itemCount('social_post', 1, 6, 3) }),
    prompt_settings: CASE_STUDY_PROMPTS,
    default_plan: [
      step('case_study', 'Write the case study', 'case_study', [], content('text_content', 100, 3_000)),
      step('blog', 'Write the blog post', 'write', ['case_study'], content('blog_post', 250, 500)),
      step('email', 'Write the email', 'write', ['case_study'], content('email_draft', 70, 200)),
      step('social', 'Write the social posts', 'write', ['case_study'], content('social_post', 15, 70, 3)),
      step('review', 'Review the kit', 'review', ['case_study', 'blog', 'email', 'social'], { type: 'findings' }),
    ],
    optional_kinds: ['outline', 'ideate'],
    brief: 'You tell customer stories. The customer is the hero, and every figure and quotation comes from the inputs.',
  },
]);

const OWN_SLUGS = new Set(ENTRIES.map(({ slug }) => slug));

/** Declares the capabilities of case studies: generation, field suggestions, and the start of a kit. */
export const caseStudyFeature: Feature = {
  entries: ENTRIES,
  stepKinds: [caseStudy, caseStudyField],
  // Settings with the form of a case study's body reference records as that body does; the context may reference knowledge bases instead.
  records: recordsInContext({ kb_ids: kbIds }, async (deps, call, named, { capability, settings }) => {
    if (!OWN_SLUGS.has(capability.slug)) return { context: {}, lookup: null };
    const given: PromptSources = { ...settings, kb_ids: (settings as PromptSources).kb_ids ?? named.kb_ids };
    const id = settings['case_study_id'];
    const story = typeof id === 'number' ? storyOf(await ownCaseStudy(deps, call, { id })) : null;
    const { context, lookup } = await loadSources(deps, call, given, story ?? given, 'settings.');
    return { context: { ...context, ...(story && { case_study: story }) }, lookup };
  }),
  async settled(tx, _ids, { output, ...written }) {
    if (output.type !== 'case_study') return null;
    return { ...output, case_study_id: await insertFromExecution(tx, { ...written, output }) };
  },
};

/** A case study written by a step of an execution. */
interface WrittenByStep {
  executionId: number;
  partnerId: number;
  sandbox: boolean;
  /** Settings of the execution, including the story, which was validated on acceptance. */
  settings: Record<string, unknown>;
  output: Extract<StepOutput, { type: 'case_study' }>;
}

/** Inserts the draft; returns its id. Throws CREATION_FAILED. */
async function insertFromExecution(tx: Tx, written: WrittenByStep): Promise<number> {
  const { case_study_title, short_description, generated_content, prompt_version } = written.output;
  const story = Object.fromEntries(Object.keys(caseStudyFields).map((name) => [name, written.settings[name]]));
  const { id } = await insertCaseStudy(tx.em, tx.now, story as Story, {
    partner_id: written.partnerId,
    sandbox: written.sandbox,
    execution_id: written.executionId,
    case_study_title,
    short_description,
    generated_content,
    prompt_version,
  });
  tx.audit({ type: 'case_study', id, partnerId: written.partnerId });
  return id;
}
