import type { Area } from '../area.ts';
import { seoTools } from '../mcp/tools/seo.ts';
import { seoRoutes } from './routes.ts';

/** Scores of listings on the marketplace, with what to improve. */
export const seoArea: Area = {
  tag: {
    name: 'Marketplace SEO',
    group: 'Marketplace',
    description: 'Scores of listings on the marketplace, with what to improve.',
  },
  routes: seoRoutes,
  tools: seoTools,
};
