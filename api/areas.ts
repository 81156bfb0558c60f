import { accountArea } from './account/area.ts';
import { accountKeysArea } from './account-keys/area.ts';
import { affiliatesArea } from './affiliates/area.ts';
import { agentAuditArea } from './agent-audit/area.ts';
import { agentConfigurationArea } from './agent-configuration/area.ts';
import { agentEvaluationsArea } from './agent-evaluations/area.ts';
import { agentsArea } from './agents/area.ts';
import { aiCallsArea } from './ai-calls/area.ts';
import { aiWriterArea } from './ai-writer/area.ts';
import type { Area } from './area.ts';
import { auditLogArea } from './audit-log/area.ts';
import { billingIdentityArea } from './billing-identity/area.ts';
import { bookkeepingArea } from './bookkeeping/area.ts';
import { brandVoicesArea } from './brand-voices/area.ts';
import { capabilitiesArea } from './capabilities/area.ts';
import { caseStudiesArea } from './case-studies/area.ts';
import { checkoutArea } from './checkout/area.ts';
import { contentCommentsArea } from './content-comments/area.ts';
import { contentImagesArea } from './content-images/area.ts';
import { contentItemsArea } from './content-items/area.ts';
import { contentSuggestionsArea } from './content-suggestions/area.ts';
import { creditsArea } from './credits/area.ts';
import { dryRunSessionsArea } from './dry-run/area.ts';
import { executionsArea } from './executions/area.ts';
import { gtmScheduleArea } from './gtm-schedule/area.ts';
import { guardrailsArea } from './guardrails/area.ts';
import { invoicesArea } from './invoices/area.ts';
import { knowledgeBasesArea } from './knowledge-bases/area.ts';
import { knowledgeEvaluationsArea } from './knowledge-evaluations/area.ts';
import { listingsArea } from './listings/area.ts';
import { mcpArea } from './mcp/area.ts';
import { notificationsArea } from './notifications/area.ts';
import { oauthArea } from './oauth/area.ts';
import { ordersArea } from './orders/area.ts';
import { partnerKeysArea } from './partner-keys/area.ts';
import { partnersArea } from './partners/area.ts';
import { paymentsArea } from './payments/area.ts';
import { savedFiltersArea } from './saved-filters/area.ts';
import { searchArea } from './search/area.ts';
import { securityArea } from './security/area.ts';
import { seoArea } from './seo/area.ts';
import { usageRecordsArea } from './usage-records/area.ts';
import { peopleArea, usersArea } from './users/area.ts';
import { webhooksArea } from './webhooks/area.ts';
import { workflowTemplatesArea } from './workflow-templates/area.ts';
import { workflowTriggersArea } from './workflow-triggers/area.ts';

/** All areas with tools, in the order in which people and models read about them. */
const AREAS_WITH_TOOLS: readonly Area[] = [
  capabilitiesArea,
  executionsArea,
  workflowTemplatesArea,
  workflowTriggersArea,
  contentItemsArea,
  contentCommentsArea,
  contentImagesArea,
  contentSuggestionsArea,
  caseStudiesArea,
  aiWriterArea,
  agentsArea,
  agentAuditArea,
  agentConfigurationArea,
  agentEvaluationsArea,
  dryRunSessionsArea,
  brandVoicesArea,
  guardrailsArea,
  knowledgeBasesArea,
  knowledgeEvaluationsArea,
  gtmScheduleArea,
  accountArea,
  securityArea,
  searchArea,
  notificationsArea,
  savedFiltersArea,
  accountKeysArea,
  peopleArea,
  creditsArea,
  checkoutArea,
  billingIdentityArea,
  invoicesArea,
  listingsArea,
  seoArea,
  webhooksArea,
  affiliatesArea,
  partnersArea,
  partnerKeysArea,
  usersArea,
  oauthArea,
  ordersArea,
  paymentsArea,
  usageRecordsArea,
  bookkeepingArea,
  aiCallsArea,
  auditLogArea,
];

/** All areas, with the REST description of the MCP server. */
export const AREAS: readonly Area[] = [...AREAS_WITH_TOOLS, mcpArea(AREAS_WITH_TOOLS)];
