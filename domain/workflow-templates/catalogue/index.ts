import type { WorkflowTemplate } from '../types.ts';
import { CONTENT_REFRESH, MULTILINGUAL_ARTICLE, NEWSLETTER_PACK, THOUGHT_LEADERSHIP_SERIES } from './content.ts';
import { DEMAND_SPRINT, LEAD_NURTURE, WEBINAR_CAMPAIGN } from './demand.ts';
import { FEATURE_ANNOUNCEMENT, LISTING_LAUNCH, PRODUCT_LAUNCH_CAMPAIGN } from './launch.ts';
import { BRAND_VOICE_CHECK, COMPETITIVE_BRIEF, SEARCH_MAKEOVER } from './optimization.ts';

/** All templates, in list order; each has its own file. */
export const WORKFLOW_TEMPLATES: readonly WorkflowTemplate[] = [
  PRODUCT_LAUNCH_CAMPAIGN,
  FEATURE_ANNOUNCEMENT,
  LISTING_LAUNCH,
  WEBINAR_CAMPAIGN,
  LEAD_NURTURE,
  DEMAND_SPRINT,
  MULTILINGUAL_ARTICLE,
  CONTENT_REFRESH,
  NEWSLETTER_PACK,
  THOUGHT_LEADERSHIP_SERIES,
  SEARCH_MAKEOVER,
  BRAND_VOICE_CHECK,
  COMPETITIVE_BRIEF,
];

const BY_SLUG = new Map(WORKFLOW_TEMPLATES.map((template) => [template.slug, template]));

/** A template by name, or undefined. */
export function findTemplate(slug: string): WorkflowTemplate | undefined {
  return BY_SLUG.get(slug);
}
