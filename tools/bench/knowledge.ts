import { INDEX_VERSION } from '../../domain/knowledge-bases/index-lexemes.ts';
import { searchPassages } from '../../domain/knowledge-bases/search.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { knowledgeQuality } from './knowledge-quality.ts';
import { type OwnSearch, openSearch } from './knowledge-search.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { comparisonOf, fairShare, median, quantile } from './statistics.ts';

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
    const own = await openSearch(bench);
    const small = await fill(bench, few, SMALL);
    const large = await fill(bench, many, LARGE);
    report('knowledge: building the index');
    await database.query(
      'CREATE INDEX knowledge_passage_by_search ON knowledge_passage USING gin (search) WITH (fastupdate = off)',
    );
    const results: Result[] = await knowledgeQuality(bench, own);
    report('knowledge: vectors');
    for (const { document } of [small, large]) await own.embedAtRandom(document);
    await database.query(
      'VACUUM ANALYZE knowledge_passage, knowledge_lexeme, knowledge_document, knowledge_vector, knowledge_signature',
    );
    for (const isHybrid of [false, true]) {
      const asSmall = { base: small.base, partnerId: few.id };
      results.push(
        ...(await inTheDatabase(bench, own, {
          isHybrid,
          large: { base: large.base, partnerId: many.id },
          small: asSmall,
        })),
      );
    }
    await own.stop();
    for (const [name, q] of QUERIES) {
      report(`knowledge: ${name}`);
      await resetLimits(database);
      const pairs = await fairShare(ROUNDS, timed(bench, many, large.base, q), timed(bench, few, small.base, q));
      results.push({
        name: `Search a knowledge base, ${name}: ${LARGE} passages against ${SMALL}`,
        aim: 'at most 30 ms more',
        ours: `${median(pairs.ours).toFixed(1)} ms`,
        reference: `${median(pairs.reference).toFixed(1)} ms`,
        ...comparisonOf(pairs),
      });
    }
    return results;
  },
};

/** A base with whose it is. */
interface Searched {
  base: number;
  partnerId: number;
}

/**
 * All statements of a search, without the API: by words, or by words and meaning at a time. The query's vector is known, since the
 * first round, which does not count, asked for it.
 */
async function inTheDatabase(
  { report }: Bench,
  { deps }: OwnSearch,
  { isHybrid, large, small }: { isHybrid: boolean; large: Searched; small: Searched },
): Promise<Result[]> {
  const search =
    ({ base, partnerId }: Searched, query: string) =>
    async () => {
      const startedAt = performance.now();
      const asker = isHybrid ? { partnerId, sandbox: false } : null;
      const { meaning } = await searchPassages(deps, { baseIds: [base], query, limit: 10, asker });
      if (meaning !== (isHybrid ? 'used' : 'none')) throw new Error(`The search was made otherwise: ${meaning}.`);
      return performance.now() - startedAt;
    };
  const how = isHybrid ? 'words and meaning' : 'words';
  const results: Result[] = [];
  for (const [name, q] of QUERIES) {
    report(`knowledge: ${name}, in the database, by ${how}`);
    const pairs = await fairShare(ROUNDS, search(large, q), search(small, q));
    const shown = (times: readonly number[]) =>
      `p50 ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
    results.push({
      name: `In the database, by ${how}, ${name}: ${LARGE} passages against ${SMALL}`,
      aim: `p50 at most ${isHybrid ? 60 : 30} ms`,
      ours: shown(pairs.ours),
      reference: shown(pairs.reference),
      ...comparisonOf(pairs),
    });
  }
  return results;
}

function timed({ stack }: Bench, { headers }: BenchPartner, base: number, q: string) {
  return async () => {
    const startedAt = performance.now();
    await call(stack, 'GET', `/content-workflow/knowledge-bases/${base}/search?q=${encodeURIComponent(q)}`, headers);
    return performance.now() - startedAt;
  };
}

/** A base with one document of passages of 150 words that all begin alike, as if they were compounds, of which each of 20,000 is rarer than the one before. */
async function fill(
  { database, report }: Bench,
  partner: BenchPartner,
  passages: number,
): Promise<{ base: number; document: number }> {
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
  return { base, document: Number(documents[0].id) };
}
