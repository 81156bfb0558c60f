import { z } from 'zod';
import { kbIds, suggestionFields } from '../../case-studies/fields.ts';
import { recordId, text } from '../../kernel/schema.ts';
import {
  capabilities,
  name,
  optionalText,
  phrases,
  promptText,
  resultCount,
  sourceText,
  step,
  voice,
} from '../define.ts';

const { language } = voice();

/** Capabilities that answer and examine; they leave no content items. */
export const ANALYSIS = capabilities('analysis', [
  {
    slug: 'platform_knowledge_query',
    name: 'Platform knowledge query',
    description: 'Answers a question about working with this platform from its documentation, with citations.',
    settings: z.object({ query: promptText('The question.'), language }),
    prompt_settings: ['query'],
    knowledge: 'platform',
    default_plan: [step('answer', 'Answer from the documentation', 'cited_answer', [], { type: 'answer' })],
    optional_kinds: [],
    brief: 'You answer questions of partners about this platform, strictly from the passages of its documentation.',
  },
  {
    slug: 'knowledge_base_query',
    name: 'Knowledge base query',
    description: 'Answers a question from passages of the partner’s own documents, with citations.',
    settings: z.object({
      query: promptText('The question.'),
      kb_ids: kbIds.describe('The knowledge bases to ask; all of them when left out.'),
      passages: z
        .array(text(4_000))
        .max(20, 'Must have at most 20 entries.')
        .default([])
        .describe('Passages to answer from, beside those that the search finds.'),
      language,
    }),
    prompt_settings: ['query'],
    knowledge: 'partner',
    default_plan: [step('answer', 'Answer from the documents', 'cited_answer', [], { type: 'answer' })],
    optional_kinds: [],
    brief: 'You answer questions strictly from the passages in the inputs.',
  },
  {
    slug: 'search_question_discovery',
    name: 'Search question discovery',
    description:
      'Finds the questions that buyers ask search engines about a topic, and that the partner’s documents answer.',
    settings: z.object({
      topic: promptText('The topic or product.'),
      kb_ids: kbIds.describe('The knowledge bases to look in; all of them when left out.'),
      audience: optionalText('Who searches.', 300),
      language,
      ...resultCount(30, 10),
    }),
    prompt_settings: ['topic'],
    knowledge: 'partner',
    default_plan: [step('questions', 'Find the questions', 'cited_questions', [], { type: 'answer' })],
    optional_kinds: [],
    brief: 'You know how buyers search, and find the questions of theirs that the passages in the inputs answer.',
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
    slug: 'template_suggestion',
    name: 'Template suggestion',
    description: 'Suggests how a use case can be put together from capabilities of the platform.',
    settings: z.object({
      use_case: promptText('What should be achieved.'),
      ...resultCount(10, 3),
    }),
    prompt_settings: ['use_case'],
    default_plan: [step('suggestions', 'Suggest templates', 'ideate', [], { type: 'answer' })],
    optional_kinds: [],
    brief:
      'You advise on marketing workflows such as blog posts, email campaigns, social posts, translations, launches and analyses. Each idea names a workflow, with the reason why it fits the use case.',
  },
  {
    slug: 'seo_analysis',
    name: 'SEO analysis',
    description: 'Examines the text of a listing or page for how well it can be found.',
    settings: z.object({
      content: sourceText('Text of the listing or page.'),
      title: optionalText('Its title.', 300),
      keyword: optionalText('The search term it should be found under.', 100),
    }),
    prompt_settings: ['content'],
    default_plan: [step('findings', 'Examine the text', 'analyze', [], { type: 'findings' })],
    optional_kinds: [],
    brief:
      'You are an editor for search. You look at title, opening, headings, use of the search term, readability and completeness.',
  },
  {
    slug: 'agent_audit',
    name: 'Agent audit',
    description: 'Examines how an agent is set up and what could go wrong.',
    settings: z.object({
      agent_description: promptText('The agent: its purpose, capabilities, model, settings and figures.', 8_000),
      concerns: optionalText('What to look at in particular.', 1_000),
    }),
    prompt_settings: ['agent_description'],
    default_plan: [step('findings', 'Examine the agent', 'analyze', [], { type: 'findings' })],
    optional_kinds: [],
    brief:
      'You audit AI agents that make marketing content. You look at fitness for the purpose, breadth of what they may do, guardrails, cost and reliability.',
  },
  {
    slug: 'dry_run',
    name: 'Dry run',
    description: 'Answers one message as an agent would, without side effects.',
    settings: z.object({
      message: promptText('What is said to the agent.', 4_000),
      persona: optionalText('Who speaks: name, role, goals.', 1_000),
      tone: voice().tone,
      language,
    }),
    prompt_settings: ['message'],
    default_plan: [step('reply', 'Reply to the message', 'answer', [], { type: 'answer' })],
    optional_kinds: [],
    brief:
      'You are a marketing agent in a rehearsal. Reply to the message as you would to the persona in the inputs, and change nothing in the world.',
  },
  {
    slug: 'competitor_positioning',
    name: 'Competitor positioning',
    description: 'Compares how a product and its competitors present themselves.',
    settings: z.object({
      product: promptText('The product: what it does, for whom, how it presents itself.', 5_000),
      competitors: promptText('The competitors and what they say about themselves.', 8_000),
    }),
    prompt_settings: ['product', 'competitors'],
    default_plan: [
      step('comparison', 'Gather what each one claims', 'research', [], null),
      step('findings', 'Compare the positions', 'analyze', ['comparison'], { type: 'findings' }),
    ],
    optional_kinds: ['ideate'],
    brief:
      'You analyse market positions. You compare only what the inputs say, you are fair to competitors, and you show where the product can stand apart.',
  },
  {
    slug: 'content_audit',
    name: 'Content audit',
    description: 'Examines a text for clarity, structure, evidence and effect.',
    settings: z.object({
      content: sourceText('The text to examine.'),
      purpose: optionalText('What the text should achieve.', 500),
      audience: optionalText('Who reads it.', 300),
    }),
    prompt_settings: ['content'],
    default_plan: [step('findings', 'Audit the text', 'analyze', [], { type: 'findings' })],
    optional_kinds: ['summarize'],
    brief: 'You audit marketing texts: clarity, structure, evidence for claims, fit to the audience, call to action.',
  },
  {
    slug: 'tone_analysis',
    name: 'Tone analysis',
    description: 'Says how a text sounds and how well that fits the brand.',
    settings: z.object({
      content: sourceText('The text to examine.'),
      wanted_tone: optionalText('How it should sound.', 200),
    }),
    prompt_settings: ['content'],
    default_plan: [step('findings', 'Examine the tone', 'analyze', [], { type: 'findings' })],
    optional_kinds: [],
    brief:
      'You analyse tone of voice. You quote short phrases that show the tone and say what to write instead where it does not fit.',
  },
  {
    slug: 'keyword_research',
    name: 'Keyword research',
    description: 'Groups search terms around a topic by intent and says how to use them.',
    settings: z.object({
      topic: promptText('The topic or product.'),
      seed_keywords: phrases('Terms that are known to matter.'),
      language,
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('terms', 'Collect search terms', 'ideate', [], null),
      step('findings', 'Group the terms by intent', 'analyze', ['terms'], { type: 'findings' }),
    ],
    optional_kinds: ['research'],
    brief:
      'You research search terms. Each finding is a group of terms with a shared intent; you state no search volumes, because you have none.',
  },
  {
    slug: 'audience_insights',
    name: 'Audience insights',
    description: 'Works out what an audience needs, fears and asks before it buys.',
    is_beta: true,
    settings: z.object({
      product: promptText('The product and what it is used for.', 5_000),
      audience: name('The audience to look at.'),
    }),
    prompt_settings: ['product'],
    default_plan: [
      step('profile', 'Describe the audience', 'research', [], null),
      step('findings', 'Derive needs and objections', 'analyze', ['profile'], { type: 'findings' }),
    ],
    optional_kinds: ['ideate'],
    brief:
      'You study business audiences. You separate what the inputs show from what is only likely, and say which is which.',
  },
]);
