/**
 * The tables of each area, and the database's own. Composition roots pass them to the database (`tablesOf`), and retention reads their terms.
 */
export * as outbox from '../infra/database/outbox.ts';
export * as adminKeys from './admin-keys/table.ts';
export * as affiliates from './affiliates/table.ts';
export * as agentAudit from './agent-audit/table.ts';
export * as agentConfiguration from './agent-configuration/table.ts';
export * as agentEvaluations from './agent-evaluations/table.ts';
export * as agents from './agents/table.ts';

export * as aiCalls from './ai-calls/table.ts';

export * as aiWriter from './ai-writer/table.ts';

export * as auditLog from './audit-log/table.ts';
export * as billingIdentity from './billing-identity/table.ts';
export * as brandVoices from './brand-voices/table.ts';
export * as callerUse from './caller-use/table.ts';
export * as caseStudies from './case-studies/table.ts';
export * as changeFeed from './change-feed/table.ts';
export * as checkout from './checkout/table.ts';
export * as contentComments from './content-comments/table.ts';
export * as contentImages from './content-images/table.ts';
export * as contentItems from './content-items/table.ts';
export * as credits from './credits/table.ts';
export * as dataProtection from './data-protection/table.ts';
export * as dryRun from './dry-run/table.ts';
export * as executions from './executions/table.ts';
export * as gtmSchedule from './gtm-schedule/table.ts';
export * as guardrails from './guardrails/table.ts';
export * as idempotency from './idempotency/table.ts';
export * as invoices from './invoices/table.ts';
export * as kernel from './kernel/table.ts';
export * as knowledgeBases from './knowledge-bases/table.ts';
export * as knowledgeEvaluations from './knowledge-evaluations/table.ts';
export * as listings from './listings/table.ts';
export * as mail from './mail/table.ts';
export * as mcp from './mcp/table.ts';
export * as notifications from './notifications/table.ts';
export * as oauth from './oauth/table.ts';
export * as orders from './orders/table.ts';
export * as partnerKeys from './partner-keys/table.ts';
export * as partners from './partners/table.ts';
export * as payments from './payments/table.ts';
export * as rateLimits from './rate-limits/table.ts';
export * as reconciliation from './reconciliation/table.ts';
export * as savedFilters from './saved-filters/table.ts';
export * as security from './security/table.ts';
export * as seo from './seo/table.ts';
export * as usageRecords from './usage-records/table.ts';
export * as users from './users/table.ts';
export * as webhooks from './webhooks/table.ts';
export * as workflowTemplates from './workflow-templates/table.ts';
export * as workflowTriggers from './workflow-triggers/table.ts';
