import { z } from 'zod';
import { capabilities, optionalText, promptText, resultCount, step, voice } from '../capabilities/define.ts';
import { type Feature, type RequestedWork, recordsInContext } from '../capabilities/feature.ts';
import { PRICES, RERANK_PRICE } from '../capabilities/prices.ts';
import type { RetrievalRequest } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { languageTag, text } from '../kernel/schema.ts';
import { citedAnswer, citedQuestions } from './cited-steps.ts';
import { partnerRetrieval, platformRetrieval, retrievePassages, textsOf } from './retrieval.ts';
import { kbIds } from './schema.ts';

const { language } = voice();
const answerLanguage = languageTag()
  .optional()
  .describe('Language of the answer as a BCP 47 tag. Default: that of the question.');

/** Capabilities that answer from documents, and passages of documents as context for all others. */
export const knowledgeFeature: Feature = {
  entries: capabilities([
    {
      slug: 'platform_knowledge_query',
      name: 'Platform knowledge query',
      description: 'Answers a question about working with this platform from its documentation, with citations.',
      settings: z.object({ query: promptText('The question.'), language: answerLanguage }),
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
        rerank: z
          .boolean()
          .default(false)
          .describe('Let the AI put the passages that the search finds in order first; 1 credit more.'),
        language: answerLanguage,
      }),
      prompt_settings: ['query'],
      price: ({ rerank }) => PRICES.knowledge_base_query + (rerank === true ? RERANK_PRICE : 0),
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
      slug: 'knowledge_embedding',
      name: 'Knowledge embedding',
      description:
        'Lets documents be found by meaning: 1 credit for each started 100 passages of an added document. An execution of it assesses how far the documents cover a topic.',
      settings: z.object({
        topic: promptText('The topic or product.'),
        kb_ids: kbIds.describe('The knowledge bases to look in; all of them when left out.'),
        language,
      }),
      prompt_settings: ['topic'],
      knowledge: 'partner',
      default_plan: [
        step('coverage', 'Assess how far the documents cover the topic', 'analyze', [], { type: 'findings' }),
      ],
      optional_kinds: [],
      brief: 'You assess how far the passages in the inputs cover a topic, and what is missing.',
    },
  ]),
  stepKinds: [citedAnswer, citedQuestions],
  // Documents are searched when the execution begins; accepting it only checks access.
  records: recordsInContext({ kb_ids: kbIds }, async (deps, call, { kb_ids: named }, work) => {
    if (work.capability.knowledge) return { context: {}, lookup: await retrievalForQuestion(deps, call, named, work) };
    if (!named) return { context: {}, lookup: null };
    const query = textsOf(work.settings);
    return { context: {}, lookup: await partnerRetrieval(deps, call, { kbIds: named, query, answering: false }) };
  }),
  retrieve: async (deps, lookup) => ({ passages: await retrievePassages(deps, lookup) }),
};

/** Retrieval for a question. Always done here, so that callers cannot send passages as if they had been retrieved. */
async function retrievalForQuestion(
  deps: Pick<Deps, 'db'>,
  call: Call,
  named: readonly number[] | null | undefined,
  { capability, settings }: RequestedWork,
): Promise<RetrievalRequest> {
  const query = textsOf(capability.prompt_settings.map((name) => settings[name]));
  if (capability.knowledge === 'platform') return platformRetrieval(call, query);
  const ids = kbIds.parse(settings['kb_ids'] ?? named) ?? undefined;
  // A topic of which the documents have little has no questions; a question may be answered in other words.
  const uncertain = capability.default_plan.some(({ kind }) => kind === citedAnswer.kind);
  const reranked = settings['rerank'] === true;
  return partnerRetrieval(deps, call, { kbIds: ids, query, answering: true, uncertain, rerank: reranked });
}
