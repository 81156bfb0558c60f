import { INDEX_VERSION } from '../../domain/knowledge-bases/index-lexemes.ts';
import { searchByWords } from '../../domain/knowledge-bases/word-search.ts';
import { createDataSource } from '../../infra/database/data-source.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { knowledgeQuality } from './knowledge-quality.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { fairShare, median, ratioOf } from './statistics.ts';

const SMALL = 1_000;
const LARGE = 100_000;
/** Passages that one statement inserts. */
const BATCH = 5_000;
const ROUNDS = 40;

/** Words are numbered by how common they are: the first ones occur in most passages. */
const QUERIES: [name: string, q: string][] = [
  ['rare words', wordsOf(17_001, 15_002, 13_003)],
  ['common words', wordsOf(1, 2, 3)],
  ['a question of both', wordsOf(1, 5, 40, 300, 2_000, 9_000, 16_000, 19_000)],
];

/** Words of letters by their numbers, as `fill` writes them; a word with digits would be a code. */
function wordsOf(...numbers: number[]): string {
  return numbers
    .map((number) => `word${String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`)
    .join(' ');
}

/** The search of a knowledge base with many passages against one with few, and what it finds of questions with known answers. */
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
    const results: Result[] = await knowledgeQuality(bench);
    results.push(...(await inTheDatabase(bench, large, small)));
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

/** All statements of a search, one after another, without the API. */
async function inTheDatabase({ stack, report }: Bench, large: number, small: number): Promise<Result[]> {
  const dataSource = await createDataSource({
    url: stack.urls.databaseUrl ?? '',
    poolSize: 1,
    applicationName: 'bench',
  }).initialize();
  const search = (base: number, query: string) => async () => {
    const startedAt = performance.now();
    await searchByWords(dataSource.manager, { baseIds: [base], query, limit: 10 });
    return performance.now() - startedAt;
  };
  try {
    const results: Result[] = [];
    for (const [name, q] of QUERIES) {
      report(`knowledge: ${name}, in the database`);
      const pairs = await fairShare(ROUNDS, search(large, q), search(small, q));
      results.push({
        name: `In the database, ${name}: ${LARGE} passages against ${SMALL}`,
        aim: 'at most 30 ms',
        ours: `${median(pairs.ours).toFixed(1)} ms`,
        reference: `${median(pairs.reference).toFixed(1)} ms`,
        ratio: ratioOf(pairs),
      });
    }
    return results;
  } finally {
    await dataSource.destroy();
  }
}

function timed({ stack }: Bench, { headers }: BenchPartner, base: number, q: string) {
  return async () => {
    const startedAt = performance.now();
    await call(stack, 'GET', `/content-workflow/knowledge-bases/${base}/search?q=${encodeURIComponent(q)}`, headers);
    return performance.now() - startedAt;
  };
}

/** A base with one document of passages of 150 words that all begin alike, as if they were compounds, of which each of 20,000 is rarer than the one before. */
async function fill({ database, report }: Bench, partner: BenchPartner, passages: number): Promise<number> {
  const { rows: bases } = await database.query(
    `INSERT INTO knowledge_base (partner_id, name, created_at, updated_at) VALUES ($1, 'Bench', now(), now()) RETURNING id`,
    [partner.id],
  );
  const base = Number(bases[0].id);
  const { rows: documents } = await database.query(
    `INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, language, status, content_hash, bytes, passages, index_version, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'Bench', 'text', 'de', 'ready', '', 0, $2, $3, now(), now()) RETURNING id`,
    [base, passages, INDEX_VERSION],
  );
  for (let from = 0; from < passages; from += BATCH) {
    report(`knowledge: ${from} of ${passages} passages`);
    await database.query(
      `INSERT INTO knowledge_passage (knowledge_base_id, document_id, section, text, search)
       SELECT $1, $2, '', p.text, to_tsvector('german', p.text) || array_to_tsvector(ARRAY['kb:' || $1::bigint])
       FROM generate_series(1, $3::int) AS n, LATERAL (
         SELECT string_agg('word' || translate(floor(20000 * power(random(), 3))::int::text, '0123456789', 'abcdefghij'), ' ') AS text FROM generate_series(1, 150) WHERE n > 0
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
