import { CAPABILITY_SLUGS, type CapabilitySlug } from '../kernel/capability-slugs.ts';
import type { Category, StepKind } from './types.ts';

/** Credits of each capability, by category; the only place for prices. */
const PRICES_BY_CATEGORY = {
  generation: {
    blog_post: 10,
    email_campaign: 12,
    social_post_set: 8,
    product_description: 5,
    landing_page_copy: 9,
    newsletter: 8,
    press_release: 8,
    content_rewrite: 5,
    translation: 5,
    summarization: 3,
    meta_descriptions: 3,
    faq: 6,
    video_script: 7,
    case_study_generation: 15,
    ai_writer: 4,
  },
  publishing: {
    schedule_social_posts: 10,
    schedule_email_campaign: 14,
    schedule_blog_series: 24,
    launch_calendar: 3,
    webinar_promotion: 16,
  },
  analysis: {
    platform_knowledge_query: 2,
    knowledge_base_query: 2,
    search_question_discovery: 3,
    knowledge_embedding: 1,
    case_study_suggestion: 2,
    content_suggestion: 2,
    template_suggestion: 1,
    seo_analysis: 5,
    agent_audit: 5,
    dry_run: 1,
    competitor_positioning: 8,
    content_audit: 6,
    tone_analysis: 3,
    keyword_research: 5,
    audience_insights: 6,
  },
  workflow: {
    campaign_launch: 40,
    content_repurposing: 25,
    product_launch_kit: 45,
    seo_content_sprint: 30,
    customer_story_kit: 35,
  },
} as const satisfies Record<Category, Partial<Record<CapabilitySlug, number>>>;

/** Credits by capability. */
export const PRICES: Record<CapabilitySlug, number> = {
  ...PRICES_BY_CATEGORY.generation,
  ...PRICES_BY_CATEGORY.publishing,
  ...PRICES_BY_CATEGORY.analysis,
  ...PRICES_BY_CATEGORY.workflow,
};

/** Credits for the question by which the AI puts passages of documents in order, beside the capability's. */
export const RERANK_PRICE = 1;

/** Weight of each step kind when a capability's price is divided among the steps of a plan. */
export const STEP_WEIGHTS: Record<StepKind, number> = {
  research: 2,
  outline: 1,
  write: 5,
  rewrite: 4,
  translate: 4,
  summarize: 2,
  analyze: 4,
  answer: 3,
  cited_answer: 3,
  cited_questions: 3,
  ideate: 2,
  schedule: 1,
  review: 2,
  case_study: 8,
  case_study_field: 3,
  writer_text: 5,
};

/** The category of a capability. */
export function categoryOf(slug: CapabilitySlug): Category {
  const categories = Object.keys(PRICES_BY_CATEGORY) as Category[];
  return categories.find((category) => Object.hasOwn(PRICES_BY_CATEGORY[category], slug)) ?? 'workflow';
}

/** Slugs of the capabilities of some categories, in the order of lists. */
export function slugsOf(...categories: Category[]): CapabilitySlug[] {
  return CAPABILITY_SLUGS.filter((slug) => categories.includes(categoryOf(slug)));
}
