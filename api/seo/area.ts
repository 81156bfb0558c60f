import { type AppliedAdvice, applyAdvice } from '../../domain/seo/operations/apply-advice.ts';
import { getSeoJob, listScores } from '../../domain/seo/operations/reads.ts';
import { requestAnalysis } from '../../domain/seo/operations/request-analysis.ts';
import { requestScore } from '../../domain/seo/operations/request-score.ts';
import { area } from '../area.ts';
import { contentItemDetailResource } from '../content-items/resource.ts';
import { ADDITIVE, OUTBOUND } from '../mcp/tool-options.ts';
import { one, page, presenter } from '../resource.ts';
import { route } from '../route.ts';
import {
  acceptedSchema,
  answerFields,
  cachedSchema,
  endedSchema,
  pastScoreResource,
  seoAnswer,
  seoJob,
  statusOf,
} from './resource.ts';

const PREFIX = '/marketplace';

/** The draft of a recommendation. */
const appliedAdvice = presenter(one(contentItemDetailResource).schema, ({ item }: AppliedAdvice, context) =>
  one(contentItemDetailResource).present(item, context),
);

const accepted = {
  202: { description: 'An analysis has started or is in progress; poll its status.', body: acceptedSchema },
};

/** A score, or the analysis that computes it. */
const source = { schema: answerFields, of: (body: unknown) => body as Record<string, unknown> };

export const seoArea = area({
  tag: {
    name: 'Marketplace SEO',
    group: 'Marketplace',
    description: 'SEO scores of marketplace listings, with recommendations.',
  },
  routes: [
    route({
      method: 'GET',
      startsWork: true,
      path: `${PREFIX}/listings/{listingId}/seo-score`,
      operationId: 'getSeoScore',
      summary: 'The score of a listing from the last 24 hours, or a new analysis',
      operation: requestScore,
      status: statusOf,
      body: seoAnswer,
      response: cachedSchema,
      alternatives: accepted,
      errors: ['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'get_listing_score',
        title: 'Score a listing',
        description:
          'Returns the SEO score of a listing from the last 24 hours with a recommendation for each rule, or starts an analysis; then poll get_seo_analysis.',
        noun: 'analysis',
        source,
        annotations: { ...ADDITIVE, idempotentHint: true, openWorldHint: true },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/listings/{listingId}/scores`,
      operationId: 'listListingScores',
      summary: 'The past scores of a listing, newest first',
      extension: true,
      operation: listScores,
      body: page(pastScoreResource),
      tool: {
        name: 'list_listing_scores',
        title: 'List the scores of a listing',
        description: 'Lists the past scores of a listing, newest first; get_seo_analysis has their recommendations.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/seo-score/analyze`,
      operationId: 'analyzeListing',
      summary: 'Analyze a listing again; with `sync`, within the request',
      operation: requestAnalysis,
      status: statusOf,
      body: seoAnswer,
      response: endedSchema,
      alternatives: accepted,
      errors: ['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'analyze_listing',
        title: 'Analyze a listing again',
        description: 'Analyzes a listing given by id or URL; with sync, within the call, which may take 20 seconds.',
        noun: 'analysis',
        source,
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      startsWork: true,
      path: `${PREFIX}/seo-score/status/{id}`,
      summary: 'An analysis with its result; one that has waited 15 seconds runs within this request',
      operation: getSeoJob,
      body: seoJob,
      tool: {
        name: 'get_seo_analysis',
        title: 'Read an analysis',
        noun: 'analysis',
        description: 'Reads an analysis: pending, processing, completed with the score, or failed with the reason.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/seo-score/status/{id}/apply`,
      operationId: 'applyListingAdvice',
      summary: 'Create a draft from the text of a recommendation; repeating returns the same draft',
      extension: true,
      operation: applyAdvice,
      status: ({ isNew }) => (isNew ? 201 : 200),
      successStatus: 201,
      body: appliedAdvice,
      alternatives: { 200: { description: 'The draft created earlier.', body: appliedAdvice.schema } },
      errors: ['CONFLICT'],
      tool: {
        name: 'apply_listing_advice',
        title: 'Create a draft from advice',
        noun: 'analysis',
        description:
          'Creates a content item from the text that a recommendation of an analysis proposes (only those with a `text`). Free. Repeating the call, or another recommendation with the same text for the same part, returns the same item.',
        annotations: { ...ADDITIVE, idempotentHint: true },
      },
    }),
  ],
});
