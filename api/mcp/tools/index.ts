import type { Tool } from '../tool.ts';
import { agentTools } from './agents.ts';
import { capabilityTools } from './capabilities.ts';
import { contentItemTools } from './content-items.ts';
import { creditTools } from './credits.ts';
import { executionTools } from './executions.ts';
import { seoTools } from './seo.ts';
import { webhookDeliveryTools } from './webhook-deliveries.ts';
import { webhookTools } from './webhooks.ts';

/** Every tool, area by area, in the order in which clients see them. */
export const TOOLS: readonly Tool[] = [
  ...capabilityTools,
  ...executionTools,
  ...contentItemTools,
  ...agentTools,
  ...creditTools,
  ...seoTools,
  ...webhookTools,
  ...webhookDeliveryTools,
];
