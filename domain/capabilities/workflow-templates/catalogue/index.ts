import type { WorkflowTemplate } from '../types.ts';
import { BRAND_VOICE_CHECK } from './brand-voice-check.ts';
import { COMPETITIVE_BRIEF } from './competitive-brief.ts';
import { CONTENT_REFRESH } from './content-refresh.ts';
import { DEMAND_SPRINT } from './demand-sprint.ts';
import { FEATURE_ANNOUNCEMENT } from './feature-announcement.ts';
import { LEAD_NURTURE } from './lead-nurture.ts';
import { LISTING_LAUNCH } from './listing-launch.ts';
import { MULTILINGUAL_ARTICLE } from './multilingual-article.ts';
import { NEWSLETTER_PACK } from './newsletter-pack.ts';
import { PRODUCT_LAUNCH_CAMPAIGN } from './product-launch-campaign.ts';
import { SEARCH_MAKEOVER } from './search-makeover.ts';
import { THOUGHT_LEADERSHIP_SERIES } from './thought-leadership-series.ts';
import { WEBINAR_CAMPAIGN } from './webinar-campaign.ts';

/** All templates, in the order of lists; each stands in a file of its own. */
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

/** The template of that name, or undefined. */
export function findTemplate(slug: string): WorkflowTemplate | undefined {
  return BY_SLUG.get(slug);
}
