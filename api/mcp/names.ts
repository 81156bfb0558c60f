/** Ids that models know by another name than that of their resource's type, or of the field in which the record stands. */
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
  knowledge_document: 'document_id',
  webhook_delivery: 'event_id',
  content_item_version: 'version',
  listing_score: 'analysis_id',
  product: 'brand_voice_product_id',
};

/** Fields that have somebody's id under another name than its arguments have. */
const ID_FIELDS: Readonly<Record<string, string>> = { capability: 'slug' };

/** What stands before `{id}` in a path, where the record is named otherwise. */
const NOUNS_OF_SEGMENTS: Readonly<Record<string, string>> = { events: 'gtm_event', status: 'analysis' };

/** Tools that show what there is to choose from, by argument, where they are not named after it. */
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
  campaign_id: 'list_gtm_campaigns',
  document_id: 'list_knowledge_documents',
  kb_ids: 'list_knowledge_bases',
  analysis_id: 'list_listing_scores',
  brand_voice_product_id: 'get_brand_voice',
  invoice_number: 'list_invoices',
};

/** Tools that read what an argument names, where they are not named after it. */
const READERS: Readonly<Record<string, string>> = {
  slug: 'get_capability',
  template_slug: 'get_workflow_template',
  trigger_id: 'get_workflow_trigger',
  dry_run_id: 'get_agent_dry_run',
  batch_id: 'get_agent_migration',
  event_id: 'get_webhook_delivery',
  campaign_id: 'list_gtm_campaigns',
  document_id: 'get_knowledge_document',
  analysis_id: 'get_seo_analysis',
  brand_voice_product_id: 'get_brand_voice',
  invoice_number: 'get_invoice',
};

/** The name of a record's id, the same in arguments and results: that of its noun, which is its type or the field it stands in. */
export function idName(noun: string): string {
  return ID_NAMES[noun] ?? `${noun}_id`;
}

/** The name of a text in a result. */
export function fieldName(name: string): string {
  return ID_FIELDS[name] ?? name;
}

/** The noun of what the path's `{id}` names: `/content-items/{id}` has a content_item. */
export function nounIn(path: string): string | undefined {
  const segment = /([a-z-]+)\/\{id\}/.exec(path)?.[1];
  return segment && (NOUNS_OF_SEGMENTS[segment] ?? singular(segment.replaceAll('-', '_')));
}

/** One of several: `case_studies` has a case_study. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `invoiceNumber` as models write it. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The tool whose results have what an argument can be; undefined where it names no record and nothing to choose. */
export function finderOf(argument: string): string | undefined {
  const noun = nounOf(argument);
  return FINDERS[argument] ?? (noun && `list_${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`);
}

/** The tool that reads the record that an argument names; undefined where it names none. */
export function readerOf(argument: string): string | undefined {
  const noun = nounOf(argument);
  return READERS[argument] ?? (noun && `get_${noun}`);
}

/** What a client calls its own message is no record of ours. */
function nounOf(argument: string): string | undefined {
  return /^(?!client_)(.+)_id$/.exec(argument)?.[1];
}
