import { z } from 'zod';
import { recordId } from '../../../domain/kernel/schema.ts';
import { getListing } from '../../../domain/listings/operations/get-listing.ts';
import { listListings } from '../../../domain/listings/operations/list-listings.ts';
import { getSeoJob } from '../../../domain/seo/operations/get-job.ts';
import { requestAnalysis } from '../../../domain/seo/operations/request-analysis.ts';
import { requestScore } from '../../../domain/seo/operations/request-score.ts';
import { analyzeBody } from '../../../domain/seo/schema.ts';
import { listingSchema, presentListing } from '../../listings/presenter.ts';
import { dataSchema } from '../../response-schemas.ts';
import { jobSchema, presentAnswer, presentJob, scoreSchema } from '../../seo/presenter.ts';
import { operationTool, pageArguments } from '../operation-tool.ts';
import { ADDS, READS, type Tool } from '../tool.ts';

const flag = z.boolean().optional();
const scoreArguments = z.object({
  listing_id: z.string().min(1).max(255).describe('Id of the listing on the marketplace.'),
  refresh: flag.describe('Analyses anew where there is a score from the last 24 hours.'),
  category: z.string().max(64).optional(),
  brand_keyword: z.string().max(100).optional().describe('Word that the title must contain.'),
  use_realtime_data: flag,
  include_content_analysis: flag.describe('Adds readability, keyphrases and a comment by the AI, which costs credits.'),
});

/** A score, or the analysis that makes it. */
const answerSchema = z.object({
  success: z.literal(true),
  id: z.int().positive().optional().describe('Id of the analysis, for get_seo_analysis.'),
  status: z.enum(['pending', 'completed', 'failed']),
  data: scoreSchema.optional(),
  cached: z.boolean().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});

/** Marketplace listings and their scores. */
export const seoTools: Tool[] = [
  operationTool({
    name: 'list_listings',
    title: 'List listings',
    description: 'Lists the marketplace listings that were scored before, as they were last read.',
    arguments: z.object(pageArguments),
    operation: listListings,
    request: (given) => ({ input: given }),
    output: dataSchema(z.array(listingSchema)),
    present: (rows) => ({ data: rows.map(presentListing) }),
    annotations: READS,
  }),
  operationTool({
    name: 'get_listing',
    title: 'Read a listing',
    description: 'Reads a listing that was scored before, as it was last read from the marketplace.',
    arguments: z.object({ id: z.string().max(255).describe('Id of the listing.') }),
    operation: getListing,
    request: ({ id }) => ({ params: { id } }),
    output: dataSchema(listingSchema),
    present: (row) => ({ data: presentListing(row) }),
    annotations: READS,
  }),
  operationTool({
    name: 'get_listing_score',
    title: 'Score a listing',
    description:
      'Gives the SEO score of a listing from the last 24 hours with a recommendation for each rule, or starts an analysis; then poll get_seo_analysis.',
    arguments: scoreArguments,
    operation: requestScore,
    request: ({ listing_id, ...query }) => ({ params: { listingId: listing_id }, input: query }),
    output: answerSchema,
    present: presentAnswer,
    annotations: { ...ADDS, idempotentHint: true, openWorldHint: true },
  }),
  operationTool({
    name: 'analyze_listing',
    title: 'Analyse a listing anew',
    description: 'Analyses a listing named by id or URL; with sync, within the call, which may take 20 seconds.',
    arguments: analyzeBody,
    operation: requestAnalysis,
    output: answerSchema,
    present: presentAnswer,
    annotations: { ...ADDS, openWorldHint: true },
  }),
  operationTool({
    name: 'get_seo_analysis',
    title: 'Read an analysis',
    description: 'Reads an analysis: pending, processing, completed with the score, or failed with the reason.',
    arguments: z.object({ id: recordId.describe('Id of the analysis.') }),
    operation: getSeoJob,
    request: ({ id }) => ({ params: { id: id } }),
    output: jobSchema,
    present: presentJob,
    annotations: READS,
  }),
];
