import type { Area } from '../area.ts';
import { analyzeRoute, listScoresRoute, scoreRoute, seoStatusRoute } from './routes.ts';
import { seoTools } from './tools.ts';

/** Scores of listings on the marketplace, with what to improve. */
export const seoArea: Area = {
  tag: {
    name: 'Marketplace SEO',
    group: 'Marketplace',
    description: 'Scores of listings on the marketplace, with what to improve.',
  },
  routes: [scoreRoute, listScoresRoute, analyzeRoute, seoStatusRoute],
  tools: seoTools,
};
