export { caseStudyGeneration } from './case-study-generation/workflow.ts';
export { execution } from './execution/workflow.ts';
export { knowledgeDocument } from './knowledge-document/workflow.ts';
export { retention } from './retention/workflow.ts';
export { seoAnalysis } from './seo-analysis/workflow.ts';
export { webhookEndpoint } from './webhook-endpoint/workflow.ts';
