export { caseStudyGeneration } from './case-study-generation/workflow.ts';
export { execution } from './execution/workflow.ts';
export { invoiceBackfill } from './invoice-backfill/workflow.ts';
export { marketplaceInvoice } from './marketplace-invoice/workflow.ts';
export { monthlyInvoices } from './monthly-invoices/workflow.ts';
export { retention } from './retention/workflow.ts';
export { seoAnalysis } from './seo-analysis/workflow.ts';
export { webhookEndpoint } from './webhook-endpoint/workflow.ts';
