import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { nodesOf } from '../../test/environment/plans.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { INDEX_VERSION } from './index-lexemes.ts';
import { queryTermsOf } from './query-terms.ts';
import { tokensOf } from './tokens.ts';
import { searchByWords } from './word-search.ts';

/** Passages of the searched base, and of another one, where the rare words of the first are common and the other way round. */
const PASSAGES = 20_000;
const LIMIT = 50;

let service: TestService;
let base: number;

beforeAll(async () => {
  service = await startTestService();
  await fill('everywhere', 'seldom');
  base = await fill('seldom', 'everywhere');
  await service.dataSource.query('ANALYZE');
}, 120_000);

afterAll(() => service.stop());

/** A base of a document; `common` is in all of its passages, `rare` in one of a hundred. */
async function fill(common: string, rare: string): Promise<number> {
  const { id: partnerId } = await service.createPartner();
  const [made] = await service.dataSource.query(
    `INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) VALUES ($1, 'Plans', now(), now()) RETURNING id`,
    [partnerId],
  );
  const [document] = await service.dataSource.query(
    `INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, language, status, content_hash, bytes, passages, index_version, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'Plans', 'text', 'en', 'ready', '', 0, $2, $3, now(), now()) RETURNING id`,
    [made.id, PASSAGES, INDEX_VERSION],
  );
  await service.fill(
    `INSERT INTO knowledge_passage (knowledge_base_id, document_id, section, text, search)
     SELECT $1, $2, '', t.text, to_tsvector('english', t.text) || array_to_tsvector(ARRAY['kb:' || $1::bigint])
     FROM generate_series(1, $3::int) n, LATERAL (
       SELECT $4 || ' often' || CASE WHEN n % 200 = 0 THEN ' ' || $5 ELSE '' END || repeat(' filler' || n % 7, 20) AS text
     ) t`,
    [made.id, document.id, PASSAGES, common, rare],
  );
  await service.fill(
    `INSERT INTO knowledge_lexeme (knowledge_base_id, lexeme, passages)
     SELECT $1, word, ndoc FROM ts_stat('SELECT search FROM knowledge_passage WHERE knowledge_base_id = ' || $1::bigint)`,
    [made.id],
  );
  return Number(made.id);
}

/** What the statements of a search that read these tables did: how they read, and how many rows. */
async function readsOf(table: string, search: (db: Db) => Promise<unknown>, mode: string) {
  const reads: { how: string; rows: number }[] = [];
  await service.dataSource.transaction(async (em) => {
    await em.query(`SET LOCAL plan_cache_mode = ${mode}`);
    const explaining = {
      query: async (sql: string, values?: unknown[]) => {
        if (sql.includes(table)) {
          const [explained] = await em.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values);
          for (const node of nodesOf(explained['QUERY PLAN'][0].Plan)) {
            if (node['Relation Name'] !== table) continue;
            const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
            reads.push({ how: node['Node Type'], rows });
          }
        }
        return em.query(sql, values);
      },
    } as Db;
    await search(explaining);
  });
  return reads;
}

test.each(['force_custom_plan', 'force_generic_plan'])(
  'a search by words reads no table whole, nor passages of another partner: %s',
  async (mode) => {
    for (const [query, how] of [
      ['seldom', 'Index Scan'],
      ['everywhere', 'Bitmap Heap Scan'],
      ['often', 'Index Scan'],
      ['often seldom', 'Index Scan'],
    ] as const) {
      const reads = await readsOf(
        'knowledge_passage',
        (db) => searchByWords(db, { baseIds: [base], terms: queryTermsOf([...tokensOf(query)]), limit: LIMIT }),
        mode,
      );
      expect({ query, hows: [...new Set(reads.map((read) => read.how))] }).toEqual({ query, hows: [how] });
      const rows = reads.reduce((sum, read) => sum + read.rows, 0);
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(10 * LIMIT);
    }
  },
);
