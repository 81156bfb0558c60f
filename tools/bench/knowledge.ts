import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { fairShare, median, ratioOf } from './statistics.ts';

const SMALL = 1_000;
const LARGE = 100_000;
/** Passages that one statement inserts. */
const BATCH = 5_000;
const ROUNDS = 40;

/** Words are numbered by how common they are: the first ones occur in most passages. */
const QUERIES: [name: string, q: string][] = [
  ['rare words', 'word17001 word15002 word13003'],
  ['common words', 'word1 word2 word3'],
  ['a question of both', 'word1 word5 word40 word300 word2000 word9000 word16000 word19000'],
];

/** The search of a knowledge base with many passages against one with few. */
export const knowledge: Measurement = {
  name: 'knowledge',
  async run(bench) {
    const { stack, database, report } = bench;
    const [few, many] = await makePartners(stack, 2);
    if (!few || !many) throw new Error('There are no partners.');
    // Built once at the end: that takes a fraction of the time.
    await database.query('DROP INDEX knowledge_passage_by_search');
    const small = await fill(bench, few, SMALL);
    const large = await fill(bench, many, LARGE);
    report('knowledge: building the index');
    await database.query(
      'CREATE INDEX knowledge_passage_by_search ON knowledge_passage USING gin (search) WITH (fastupdate = off)',
    );
    await database.query('VACUUM ANALYZE knowledge_passage, knowledge_lexeme');
    const results: Result[] = [];
    for (const [name, q] of QUERIES) {
      report(`knowledge: ${name}`);
      await resetLimits(database);
      const pairs = await fairShare(ROUNDS, timed(bench, many, large, q), timed(bench, few, small, q));
      results.push({
        name: `Search a knowledge base, ${name}: ${LARGE} passages against ${SMALL}`,
        aim: 'at most 30 ms more',
        ours: `${median(pairs.ours).toFixed(1)} ms`,
        reference: `${median(pairs.reference).toFixed(1)} ms`,
        ratio: ratioOf(pairs),
      });
    }
    return results;
  },
};

function timed({ stack }: Bench, { headers }: BenchPartner, base: number, q: string) {
  return async () => {
    const startedAt = performance.now();
    await call(stack, 'GET', `/content-workflow/knowledge-bases/${base}/search?q=${encodeURIComponent(q)}`, headers);
    return performance.now() - startedAt;
  };
}

/** A base with one document of passages of 150 words, of which each of 20,000 is rarer than the one before. */
async function fill({ database, report }: Bench, partner: BenchPartner, passages: number): Promise<number> {
  const { rows: bases } = await database.query(
    `INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) VALUES ($1, 'Bench', now(), now()) RETURNING id`,
    [partner.id],
  );
  const base = Number(bases[0].id);
  const { rows: documents } = await database.query(
    `INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, language, status, content_hash, bytes, passages, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'Bench', 'text', 'en', 'ready', '', 0, $2, now(), now()) RETURNING id`,
    [base, passages],
  );
  for (let from = 0; from < passages; from += BATCH) {
    report(`knowledge: ${from} of ${passages} passages`);
    await database.query(
      `INSERT INTO knowledge_passage (knowledge_base_id, document_id, section, text, search)
       SELECT $1, $2, '', p.text, to_tsvector('english', p.text) || array_to_tsvector(ARRAY['kb:' || $1::bigint])
       FROM generate_series(1, $3::int) AS n, LATERAL (
         SELECT string_agg('word' || floor(20000 * power(random(), 3))::int, ' ') AS text FROM generate_series(1, 150) WHERE n > 0
       ) p`,
      [base, documents[0].id, Math.min(BATCH, passages - from)],
    );
  }
  await database.query(
    `INSERT INTO knowledge_lexeme (knowledge_base_id, lexeme, passages)
     SELECT $1, word, ndoc FROM ts_stat('SELECT search FROM knowledge_passage WHERE knowledge_base_id = ' || $1::bigint)`,
    [base],
  );
  return base;
}
