import { ADDS, READS, type Tool, tool } from '../mcp/tool.ts';
import { answerFields } from './resource.ts';
import { analyzeRoute, listScoresRoute, scoreRoute, seoStatusRoute } from './routes.ts';

/** A score, or the analysis that makes it. */
const source = { schema: answerFields, of: (body: unknown) => body as Record<string, unknown> };

/** Scores of listings. */
export const seoTools: Tool[] = [
  tool(scoreRoute, {
    name: 'get_listing_score',
    title: 'Score a listing',
    description:
      'Gives the SEO score of a listing from the last 24 hours with a recommendation for each rule, or starts an analysis; then poll get_seo_analysis.',
    noun: 'analysis',
    source,
    annotations: { ...ADDS, idempotentHint: true, openWorldHint: true },
  }),
  tool(listScoresRoute, {
    name: 'list_listing_scores',
    title: 'List the scores of a listing',
    description: 'Lists the scores that a listing has had, newest first; get_seo_analysis has what each recommended.',
    annotations: READS,
  }),
  tool(analyzeRoute, {
    name: 'analyze_listing',
    title: 'Analyse a listing anew',
    description: 'Analyses a listing named by id or URL; with sync, within the call, which may take 20 seconds.',
    noun: 'analysis',
    source,
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(seoStatusRoute, {
    name: 'get_seo_analysis',
    title: 'Read an analysis',
    noun: 'analysis',
    description: 'Reads an analysis: pending, processing, completed with the score, or failed with the reason.',
    annotations: READS,
  }),
];
