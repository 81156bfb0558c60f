/** Types of records that a search finds. */
export const FOUND_TYPES = [
  'content_item',
  'execution',
  'case_study',
  'brand_voice',
  'knowledge_base',
  'knowledge_document',
  'agent',
  'workflow_template',
  'workflow_trigger',
  'gtm_event',
  'listing',
  'webhook',
  'invoice',
] as const;
export type FoundType = (typeof FOUND_TYPES)[number];

/** A record that a search found. */
export interface Found {
  type: FoundType;
  /** As the record's own address takes it. */
  id: number | string;
  /** Number of the record that it belongs to, where its address names that one, too: the base of a document. */
  parent_id: number | null;
  title: string;
  /** null: a template, which releases change. */
  updated_at: Date | null;
}
