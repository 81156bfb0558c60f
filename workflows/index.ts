export { execution } from './execution.ts';
export { retention } from './retention.ts';
export { seoAnalysis } from './seo-analysis.ts';
export { webhookEndpoint } from './webhook-endpoint.ts';
