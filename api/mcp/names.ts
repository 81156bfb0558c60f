/** Ids whose name for models differs from their resource's type, or from the field with the record. */
const ID_NAMES: Readonly<Record<string, string>> = {
  overview: 'partner_id',
  usage: 'partner_id',
  company_analytics: 'partner_id',
  marketplace_metrics: 'partner_id',
  me: 'caller_id',
  capability: 'slug',
  cost_estimate: 'slug',
  model_recommendation: 'slug',
  capability_preview: 'slug',
  workflow_template: 'template_slug',
  workflow_template_suggestion: 'template_slug',
  workflow_trigger: 'trigger_id',
  agent_audit: 'agent_id',
  agent_metrics: 'agent_id',
  agent_validation: 'agent_id',
  agent_migration: 'agent_id',
  marketplace_readiness: 'agent_id',
  agent_dry_run: 'dry_run_id',
  batch_migration: 'batch_id',
  user_message: 'message_id',
  reply: 'message_id',
  case_study_export: 'case_study_id',
  gtm_campaign: 'campaign_id',
  gtm_series: 'series_id',
  knowledge_document: 'document_id',
  knowledge_document_version: 'version',
  workflow_template_version: 'version',
  evaluation_result: 'position',
  agent_evaluation_result: 'place',
  webhook_delivery: 'event_id',
  content_comment: 'comment_id',
  content_image: 'image_id',
  content_suggestion: 'content_item_id',
  content_titles: 'content_item_id',
  content_item_version: 'version',
  listing_score: 'analysis_id',
  product: 'brand_voice_product_id',
};

/** Fields with an id whose name differs from that of the argument. */
const ID_FIELDS: Readonly<Record<string, string>> = { capability: 'slug' };

/** Nouns for the segment before `{id}` in a path, where it does not name the record. */
const NOUNS_OF_SEGMENTS: Readonly<Record<string, string>> = {
  events: 'gtm_event',
  series: 'gtm_series',
  status: 'analysis',
};

/** Tools that list the possible values of an argument, where their name does not follow from it. */
const FINDERS: Readonly<Record<string, string>> = {
  slug: 'list_capabilities',
  capabilities: 'list_capabilities',
  template_slug: 'list_workflow_templates',
  capability_slug: 'list_capabilities',
  target: 'list_workflow_templates',
  input: 'get_workflow_template',
  trigger_id: 'list_workflow_triggers',
  model: 'recommend_model',
  models: 'recommend_model',
  agent_ids: 'list_agents',
  dry_run_id: 'dry_run_agent',
  batch_id: 'migrate_agents',
  settings: 'get_capability',
  post_type: 'list_writer_templates',
  events: 'list_webhook_events',
  event: 'list_webhook_events',
  event_id: 'list_webhook_deliveries',
  content_item_id: 'show_board',
  content_ids: 'show_board',
  assignee_id: 'get_me',
  reviewer_id: 'get_me',
  comment_id: 'list_content_comments',
  parent_id: 'list_content_comments',
  image_id: 'list_content_images',
  campaign_id: 'list_gtm_campaigns',
  series_id: 'list_gtm_series',
  document_id: 'list_knowledge_documents',
  passage_id: 'list_knowledge_passages',
  kb_ids: 'list_knowledge_bases',
  agent_evaluation_run_id: 'list_agent_evaluation_runs',
  evaluation_id: 'list_knowledge_evaluations',
  evaluation_run_id: 'list_knowledge_evaluation_runs',
  analysis_id: 'list_listing_scores',
  brand_voice_product_id: 'get_brand_voice',
  invoice_number: 'list_invoices',
};

/** Tools that read the record of an argument, where their name does not follow from it. */
const READERS: Readonly<Record<string, string>> = {
  slug: 'get_capability',
  template_slug: 'get_workflow_template',
  trigger_id: 'get_workflow_trigger',
  dry_run_id: 'get_agent_dry_run',
  batch_id: 'get_agent_migration',
  event_id: 'get_webhook_delivery',
  campaign_id: 'list_gtm_campaigns',
  series_id: 'get_gtm_series',
  assignee_id: 'get_me',
  reviewer_id: 'get_me',
  comment_id: 'get_content_comment',
  parent_id: 'get_content_comment',
  image_id: 'get_content_image',
  document_id: 'get_knowledge_document',
  passage_id: 'get_knowledge_passage',
  evaluation_id: 'get_knowledge_evaluation',
  evaluation_run_id: 'get_knowledge_evaluation_run',
  analysis_id: 'get_seo_analysis',
  brand_voice_product_id: 'get_brand_voice',
  invoice_number: 'get_invoice',
};

/** The name of a record's id in arguments and results, from its noun: its type, or the field with the record. */
export function idName(noun: string): string {
  return ID_NAMES[noun] ?? `${noun}_id`;
}

/** The name of a text in a result. */
export function fieldName(name: string): string {
  return ID_FIELDS[name] ?? name;
}

/** The noun of the path's `{id}`: `/content-items/{id}` has a content_item. */
export function nounIn(path: string): string | undefined {
  const segment = /\/([a-z-]+)\/\{id\}/.exec(path)?.[1];
  return segment && (NOUNS_OF_SEGMENTS[segment] ?? singular(segment.replaceAll('-', '_')));
}

/** Singular of a noun: `case_studies` becomes case_study. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `invoiceNumber` in the spelling for models. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The tool that lists the possible values of an argument; undefined where there is none. */
export function finderOf(argument: string): string | undefined {
  const noun = nounOf(argument);
  return FINDERS[argument] ?? (noun && `list_${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`);
}

/** The tool that reads the record of an argument; undefined where there is none. */
export function readerOf(argument: string): string | undefined {
  const noun = nounOf(argument);
  return READERS[argument] ?? (noun && `get_${noun}`);
}

/** A client's own message id does not identify a record of ours. */
function nounOf(argument: string): string | undefined {
  return /^(?!client_)(.+)_id$/.exec(argument)?.[1];
}
