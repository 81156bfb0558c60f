import { agentRoutes } from './agents/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { capabilityRoutes } from './capabilities/routes.ts';
import { contentItemRoutes } from './content-items/routes.ts';
import { creditRoutes } from './credits/routes.ts';
import { executionRoutes } from './executions/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { oauthClientRoutes } from './oauth/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { partnerKeyRoutes } from './partner-keys/routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import type { Route } from './route.ts';
import { seoRoutes } from './seo/routes.ts';
import { usageRecordRoutes } from './usage-records/routes.ts';
import { userRoutes } from './users/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every route under /api/v1, area by area. */
export const ROUTES: readonly Route[] = [
  ...partnerRoutes,
  ...partnerKeyRoutes,
  ...userRoutes,
  ...oauthClientRoutes,
  ...creditRoutes,
  ...orderRoutes,
  ...usageRecordRoutes,
  ...auditLogRoutes,
  ...capabilityRoutes,
  ...executionRoutes,
  ...contentItemRoutes,
  ...agentRoutes,
  ...webhookRoutes,
  ...seoRoutes,
  ...mcpRoutes,
];
