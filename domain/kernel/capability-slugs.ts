/**
 * Capability slugs in list order, each with its number. Numbers are permanent: never change or reuse one. The catalogue
 * defines the capabilities; partners and keys only list the slugs they may use.
 */
export const CAPABILITY_IDS = {
  blog_post: 1,
  email_campaign: 2,
  social_post_set: 3,
  product_description: 4,
  landing_page_copy: 5,
  newsletter: 6,
  press_release: 7,
  content_rewrite: 8,
  translation: 9,
  summarization: 10,
  meta_descriptions: 11,
  faq: 12,
  video_script: 13,
  case_study_generation: 14,
  ai_writer: 15,
  schedule_social_posts: 16,
  schedule_email_campaign: 17,
  schedule_blog_series: 18,
  launch_calendar: 19,
  webinar_promotion: 20,
  platform_knowledge_query: 21,
  knowledge_base_query: 22,
  search_question_discovery: 23,
  case_study_suggestion: 24,
  template_suggestion: 25,
  seo_analysis: 26,
  agent_audit: 27,
  dry_run: 28,
  competitor_positioning: 29,
  content_audit: 30,
  tone_analysis: 31,
  keyword_research: 32,
  audience_insights: 33,
  campaign_launch: 34,
  content_repurposing: 35,
  product_launch_kit: 36,
  seo_content_sprint: 37,
  customer_story_kit: 38,
  knowledge_embedding: 39,
  content_suggestion: 40,
} as const;

export type CapabilitySlug = keyof typeof CAPABILITY_IDS;

/** All slugs, in the order of lists. */
export const CAPABILITY_SLUGS = Object.keys(CAPABILITY_IDS) as readonly CapabilitySlug[];

/** Whether there is a capability of that name. */
export function isCapabilitySlug(text: string): text is CapabilitySlug {
  return Object.hasOwn(CAPABILITY_IDS, text);
}
