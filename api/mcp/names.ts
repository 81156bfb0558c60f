/** Ids that models know by another name than that of their resource's type, or of the field in which the record stands. */
const ID_NAMES: Readonly<Record<string, string>> = {
  overview: 'partner_id',
  usage: 'partner_id',
  me: 'caller_id',
  gtm_campaign: 'campaign_id',
  knowledge_document: 'document_id',
  webhook_delivery: 'event_id',
  content_item_version: 'version',
  listing_score: 'analysis_id',
  product: 'brand_voice_product_id',
};

/** What stands before `{id}` in a path, where the record is named otherwise. */
const NOUNS_OF_SEGMENTS: Readonly<Record<string, string>> = { events: 'gtm_event', status: 'analysis' };

/** Tools that show what there is to choose from, by argument, where they are not named after it. */
const FINDERS: Readonly<Record<string, string>> = {
  slug: 'list_capabilities',
  settings: 'get_capability',
  post_type: 'list_writer_templates',
  events: 'list_webhook_events',
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

/** The name of a record's id, the same in arguments and results: that of its noun, which is its type or the field it stands in. */
export function idName(noun: string): string {
  return ID_NAMES[noun] ?? `${noun}_id`;
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

/** The tool that shows what an argument can be; undefined where it names no record and nothing to choose. */
export function finderOf(argument: string): string | undefined {
  if (FINDERS[argument] !== undefined) return FINDERS[argument];
  const [, noun] = /^(.+)_id$/.exec(argument) ?? [];
  return noun && `list_${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
