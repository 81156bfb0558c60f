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
  202: { description: 'An analysis was started, or is under way; poll its status.', body: acceptedSchema },
};

/** A score, or the analysis that computes it. */
const source = { schema: answerFields, of: (body: unknown) => body as Record<string, unknown> };

export const seoArea = area({
  tag: {
    name: 'Marketplace SEO',
    group: 'Marketplace',
    description: 'Scores of listings on the marketplace, with what to improve.',
  },
  routes: [
    route({
      method: 'GET',
      startsWork: true,
      path: `${PREFIX}/listings/{listingId}/seo-score`,
      operationId: 'getSeoScore',
      summary: 'The score of a listing from the last 24 hours, else a new analysis',
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
          'Gives the SEO score of a listing from the last 24 hours with a recommendation for each rule, or starts an analysis; then poll get_seo_analysis.',
        noun: 'analysis',
        source,
        annotations: { ...ADDITIVE, idempotentHint: true, openWorldHint: true },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/listings/{listingId}/scores`,
      operationId: 'listListingScores',
      summary: 'The scores of a listing so far, newest first',
      extension: true,
      operation: listScores,
      body: page(pastScoreResource),
      tool: {
        name: 'list_listing_scores',
        title: 'List the scores of a listing',
        description:
          'Lists the scores that a listing has had, newest first; get_seo_analysis has what each recommended.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/seo-score/analyze`,
      operationId: 'analyzeListing',
      summary: 'Analyse a listing anew; with `sync` within the request',
      operation: requestAnalysis,
      status: statusOf,
      body: seoAnswer,
      response: endedSchema,
      alternatives: accepted,
      errors: ['NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      tool: {
        name: 'analyze_listing',
        title: 'Analyse a listing anew',
        description: 'Analyses a listing named by id or URL; with sync, within the call, which may take 20 seconds.',
        noun: 'analysis',
        source,
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'GET',
      startsWork: true,
      path: `${PREFIX}/seo-score/status/{id}`,
      summary: 'An analysis with its result; one that has waited for 15 seconds is run within this request',
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
      summary: 'Make a draft of the text that a recommendation proposes; a second time the same draft',
      extension: true,
      operation: applyAdvice,
      status: ({ isNew }) => (isNew ? 201 : 200),
      successStatus: 201,
      body: appliedAdvice,
      alternatives: { 200: { description: 'The draft that was made of it before.', body: appliedAdvice.schema } },
      errors: ['CONFLICT'],
      tool: {
        name: 'apply_listing_advice',
        title: 'Make a draft of advice',
        noun: 'analysis',
        description:
          'Makes a content item of the text that a recommendation of an analysis proposes (those with a `text`). Free. A second time, and for another recommendation with the same text on the same part, it gives the same item.',
        annotations: { ...ADDITIVE, idempotentHint: true },
      },
    }),
  ],
});
