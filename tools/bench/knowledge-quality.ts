import { ANSWER_THRESHOLD } from '../../domain/knowledge-bases/retrieval.ts';
import { bm25Search, plainSearch, type Query } from '../../test/knowledge/baselines.ts';
import {
  answered,
  ask,
  documents,
  type Found,
  KINDS,
  type Kind,
  type Outcome,
  questionsOf,
  recallAt5,
  reciprocalRank,
  refused,
  SPLITS,
} from '../../test/knowledge/questions.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import type { Bench, Result } from './measurement.ts';

/** Share of the questions of a kind that are to be found, or refused. */
const AIMS: Record<Kind, string> = {
  lexical: '>= 0.97',
  inflected: '>= 0.97',
  paraphrase: '>= 0.6',
  'cross-language': 'reported',
  code: '>= 0.97',
  unanswerable: '>= 0.95',
};
const WAIT_MS = 60_000;

/** What is found of questions with known answers, and what is refused, beside PostgreSQL's own ranking and BM25. */
export async function knowledgeQuality({ stack, database, report }: Bench): Promise<Result[]> {
  const [partner] = await makePartners(stack, 1);
  if (!partner) throw new Error('There is no partner.');
  const { data: base } = await call<{ data: { id: number } }>(
    stack,
    'POST',
    '/content-workflow/knowledge-bases',
    partner.headers,
    { name: 'Questions' },
  );
  const path = `/content-workflow/knowledge-bases/${base.id}`;
  for (const document of documents()) {
    await call(stack, 'POST', `${path}/documents`, partner.headers, { ...document, format: 'markdown' });
  }
  await allRead({ stack }, partner, path);
  const query: Query = async (sql, values) => (await database.query(sql, values)).rows;
  const plain = plainSearch(query, base.id);
  const bm25 = await bm25Search(query, base.id);
  const own = async (question: string) => {
    const { data } = await call<{ data: Found[] }>(
      stack,
      'GET',
      `${path}/search?q=${encodeURIComponent(question)}`,
      partner.headers,
    );
    return data;
  };
  const results: Result[] = [];
  for (const split of SPLITS) {
    report(`knowledge: questions, ${split}`);
    await resetLimits(database);
    const questions = questionsOf(split);
    const [ours, ranked, bm] = [await ask(own, questions), await ask(plain, questions), await ask(bm25, questions)];
    for (const kind of KINDS) {
      const ofKind = (outcomes: readonly Outcome[]) => outcomes.filter(({ question }) => question.kind === kind);
      results.push(...figures(`Questions, ${split}, ${kind}`, kind, [ofKind(ours), ofKind(ranked), ofKind(bm)]));
    }
  }
  return results;
}

function figures(
  name: string,
  kind: Kind,
  [ours, plain, bm25]: readonly [readonly Outcome[], readonly Outcome[], readonly Outcome[]],
): Result[] {
  const number = `${ours.length} questions`;
  if (kind === 'unanswerable') {
    const share = refused(ours, ANSWER_THRESHOLD);
    return [{ name: `${name}: refused`, ours: share.toFixed(3), reference: number, ratio: share, aim: AIMS[kind] }];
  }
  const recall = recallAt5(ours);
  const passing = answered(ours, ANSWER_THRESHOLD);
  const ratio = reciprocalRank(ours) / Math.max(reciprocalRank(plain), reciprocalRank(bm25));
  const mrr = `ts_rank_cd ${reciprocalRank(plain).toFixed(3)}, BM25 ${reciprocalRank(bm25).toFixed(3)}`;
  return [
    { name: `${name}: recall@5`, ours: recall.toFixed(3), reference: number, ratio: recall, aim: AIMS[kind] },
    { name: `${name}: past the gate`, ours: passing.toFixed(3), reference: number, ratio: passing, aim: 'reported' },
    { name: `${name}: MRR`, ours: reciprocalRank(ours).toFixed(3), reference: mrr, ratio, aim: '>= 1' },
  ];
}

async function allRead({ stack }: Pick<Bench, 'stack'>, { headers }: BenchPartner, path: string): Promise<void> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; ) {
    const { data } = await call<{ data: { attributes: { status: string } }[] }>(
      stack,
      'GET',
      `${path}/documents?per_page=100`,
      headers,
    );
    if (data.every(({ attributes }) => attributes.status === 'ready')) return;
  }
  throw new Error('The documents were not read in time.');
}
