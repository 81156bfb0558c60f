import { queryRows } from '../../infra/database/sql.ts';
import { bigint, text, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { FoundType } from './types.ts';

/** Most records in an answer. */
const MOST_FOUND = 20;
/** Most hits of an index that are ranked, for each type. */
const MOST_HITS = 300;
/** Newest records whose titles are read, for each type; 20 µs each. */
const NEWEST = 'LIMIT 100';
/** The same of types of which a partner has few, and which have no index of words. */
const FEW = 'LIMIT 200';

/** What is looked for, and where. */
export interface SearchRequest {
  partnerId: number;
  /** As the caller wrote it. */
  q: string;
  /** The number that `q` is; null when it is none. */
  number: number | null;
  types: readonly FoundType[];
  /** What executions run. */
  names: readonly { slug: string; name: string; isTemplate: boolean }[];
}

/**
 * Parameters: $1 partner, $2 text, $3 number or null, $4 slugs, $5 their names, $6 whether they are templates.
 * Each word of an index begins with its partner, so that a part whose condition is the index's reads nothing of others.
 */
const ASKED = `asked AS MATERIALIZED (SELECT search_query($1, $2) AS words),
  named AS MATERIALIZED (
    SELECT slug, name, template FROM unnest($4::text[], $5::text[], $6::boolean[]) AS n (slug, name, template)
    WHERE search_words($1, name) @@ (SELECT words FROM asked))`;
const MATCHES = '@@ (SELECT words FROM asked)';
/** A range, so that only an index that begins with the partner gives the order, whatever the planner thinks of how rare the partner is. */
const OWN = 'partner_id BETWEEN $1 AND $1';
/** The index is asked only where the newest records do not fill the answer: words that most titles have are found there. */
const REST = `LIMIT (SELECT CASE WHEN count(*) < ${MOST_FOUND} THEN ${MOST_HITS} ELSE 0 END FROM recent)`;

/** A SELECT of each type: id (a number, or a text in `key`), parent, title, time. */
const PARTS: Record<FoundType, string> = {
  content_item: `
    WITH recent AS MATERIALIZED (
      SELECT id, title, updated_at
      FROM (SELECT id, partner_id, title, updated_at FROM content_item
            WHERE ${OWN} AND settled_at IS NOT NULL ORDER BY partner_id, id DESC ${NEWEST}) newest
      WHERE partner_id = $1 AND search_words(partner_id, title) ${MATCHES})
    SELECT id, NULL AS key, NULL::bigint AS parent_id, title, updated_at FROM (
      SELECT * FROM recent
      UNION SELECT id, title, updated_at
            FROM (SELECT id, partner_id, title, updated_at, settled_at FROM content_item
                  WHERE search_words(partner_id, title) ${MATCHES} ${REST}) hit
            WHERE partner_id = $1 AND settled_at IS NOT NULL
      UNION SELECT id, title, updated_at FROM content_item WHERE id = $3 AND partner_id = $1 AND settled_at IS NOT NULL) item`,
  execution: `
    SELECT e.id, NULL, NULL::bigint, coalesce(n.name, e.capability), e.updated_at FROM (
      SELECT id, capability, updated_at
      FROM (SELECT id, capability, updated_at FROM execution WHERE partner_id = $1 ORDER BY created_at DESC, id DESC ${FEW}) newest
      WHERE capability IN (SELECT slug FROM named)
      UNION SELECT id, capability, updated_at FROM execution WHERE id = $3 AND partner_id = $1) e
    LEFT JOIN unnest($4::text[], $5::text[]) AS n (slug, name) ON n.slug = e.capability`,
  case_study: `
    WITH recent AS MATERIALIZED (
      SELECT id, case_study_title, company_name, updated_at
      FROM (SELECT id, partner_id, case_study_title, company_name, updated_at FROM case_study
            WHERE ${OWN} ORDER BY partner_id DESC, id DESC ${NEWEST}) newest
      WHERE partner_id = $1 AND search_words(partner_id, coalesce(case_study_title, '') || ' ' || company_name) ${MATCHES})
    SELECT id, NULL, NULL::bigint, coalesce(case_study_title, company_name), updated_at FROM (
      SELECT * FROM recent
      UNION SELECT id, case_study_title, company_name, updated_at
            FROM (SELECT id, partner_id, case_study_title, company_name, updated_at FROM case_study
                  WHERE search_words(partner_id, coalesce(case_study_title, '') || ' ' || company_name) ${MATCHES} ${REST}) hit
            WHERE partner_id = $1
      UNION SELECT id, case_study_title, company_name, updated_at FROM case_study WHERE id = $3 AND partner_id = $1) study`,
  brand_voice: `
    SELECT id, NULL, NULL::bigint, name, updated_at
    FROM (SELECT id, partner_id, name, updated_at FROM brand_voice WHERE ${OWN} ORDER BY partner_id DESC, id DESC ${FEW}) newest
    WHERE partner_id = $1 AND (id = $3 OR search_words(partner_id, name) ${MATCHES})`,
  knowledge_base: `
    SELECT id, NULL, NULL::bigint, name, updated_at
    FROM (SELECT id, partner_id, name, updated_at FROM knowledge_base WHERE ${OWN} ORDER BY partner_id DESC, id DESC ${FEW}) newest
    WHERE partner_id = $1 AND (id = $3 OR search_words(partner_id, name) ${MATCHES})`,
  knowledge_document: `
    SELECT d.id, NULL, b.id, d.title, d.updated_at
    FROM (SELECT id FROM (SELECT id, partner_id FROM knowledge_base WHERE ${OWN} ORDER BY partner_id DESC, id DESC LIMIT 50) newest
          WHERE partner_id = $1) b
    CROSS JOIN LATERAL (
      SELECT id, title, updated_at FROM knowledge_document
      WHERE search_words(knowledge_base_id, title) @@ search_query(b.id, $2) LIMIT ${MOST_FOUND}) d`,
  agent: `
    SELECT id, NULL, NULL::bigint, name, updated_at
    FROM (SELECT id, partner_id, name, updated_at FROM agent WHERE ${OWN} ORDER BY partner_id DESC, id DESC ${FEW}) newest
    WHERE partner_id = $1 AND (id = $3 OR search_words(partner_id, name) ${MATCHES})`,
  workflow_template: `
    SELECT NULL::bigint, slug, NULL::bigint, name, NULL::timestamptz FROM named WHERE template`,
  workflow_trigger: `
    SELECT id, NULL, NULL::bigint, name, updated_at
    FROM (SELECT id, partner_id, name, updated_at FROM workflow_trigger WHERE ${OWN} ORDER BY partner_id, id DESC ${FEW}) newest
    WHERE partner_id = $1 AND (id = $3 OR search_words(partner_id, name) ${MATCHES})`,
  gtm_event: `
    SELECT NULL::bigint, id, NULL::bigint, title, updated_at FROM (
      SELECT id, title, updated_at
      FROM (SELECT id, partner_id, status, title, updated_at FROM gtm_event
            WHERE search_words(partner_id, title) ${MATCHES} LIMIT ${MOST_HITS}) hit
      WHERE partner_id = $1 AND status = 'scheduled'
      UNION SELECT id, title, updated_at FROM gtm_event WHERE id = $2 AND partner_id = $1 AND status = 'scheduled') event`,
  listing: `
    SELECT NULL::bigint, listing_id, NULL::bigint, title, fetched_at
    FROM (SELECT w.listing_id, coalesce(s.content->>'title', w.listing_id) AS title, coalesce(s.fetched_at, w.created_at) AS fetched_at
          FROM (SELECT listing_id, created_at FROM listing_watch WHERE partner_id = $1 ORDER BY created_at DESC ${FEW}) w
          LEFT JOIN listing_snapshot s USING (listing_id)) newest
    WHERE listing_id = $2 OR search_words($1, title) ${MATCHES}`,
  webhook: `
    SELECT id, NULL, NULL::bigint, CASE WHEN description = '' THEN url ELSE description END, updated_at
    FROM (SELECT id, partner_id, url, description, updated_at FROM webhook_endpoint
          WHERE ${OWN} AND deleted_at IS NULL ORDER BY partner_id, id DESC ${FEW}) newest
    WHERE partner_id = $1 AND (id = $3 OR search_words(partner_id, description || ' ' || url) ${MATCHES})`,
  invoice: `
    SELECT NULL::bigint, number, NULL::bigint, number, updated_at FROM (
      SELECT number, updated_at
      FROM (SELECT number, updated_at FROM invoice WHERE partner_id = $1 ORDER BY created_at DESC, id DESC ${FEW}) newest
      WHERE search_words($1, number) ${MATCHES}
      UNION SELECT number, updated_at FROM invoice WHERE number = upper($2 COLLATE "C") AND partner_id = $1) issued`,
};

const FOUND = {
  type: text<FoundType>(),
  id: bigint().nullable(),
  key: text().nullable(),
  parent_id: bigint().nullable(),
  title: text(),
  updated_at: timestamp().nullable(),
};

/** The partner's records of these types: exact numbers and ids first, then whole titles, then their beginnings; newest first in each. */
export function selectFound(db: Db, { partnerId, q, number, types, names }: SearchRequest) {
  const parts = types.map(
    (type) =>
      `SELECT '${type}'::text AS type, * FROM (${PARTS[type]}) AS ${type} (id, key, parent_id, title, updated_at)`,
  );
  return queryRows(
    db,
    FOUND,
    `WITH ${ASKED}
     SELECT type, id, key, parent_id, title, updated_at FROM (${parts.join('\n UNION ALL ')}) found
     ORDER BY CASE WHEN id = $3 OR key = $2 OR lower(key) = lower($2) THEN 0
                   WHEN lower(title) = lower($2) THEN 1
                   WHEN starts_with(lower(title), lower($2)) THEN 2 ELSE 3 END,
              updated_at DESC NULLS LAST, type, id, key
     LIMIT ${MOST_FOUND}`,
    [
      partnerId,
      q,
      number,
      names.map(({ slug }) => slug),
      names.map(({ name }) => name),
      names.map(({ isTemplate }) => isTemplate),
    ],
  );
}
