import type { Asker } from '../../domain/knowledge-bases/query-embedding.ts';
import { ANSWER_THRESHOLD } from '../../domain/knowledge-bases/retrieval.ts';
import { searchPassages } from '../../domain/knowledge-bases/search.ts';
import { citedFor } from '../../test/knowledge/answer.ts';
import { bm25Search, plainSearch, type Query } from '../../test/knowledge/baselines.ts';
import {
  answered,
  answeredRightly,
  answeredWrongly,
  ask,
  documents,
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
import type { OwnSearch } from './knowledge-search.ts';
import type { Bench, Result } from './measurement.ts';

/** Share of the questions of a kind that are to be found, or refused: by words, and by words and meaning. */
const AIMS: Record<Kind, readonly [byWords: string, byBoth: string]> = {
  lexical: ['>= 0.97', '>= 0.97'],
  inflected: ['>= 0.97', '>= 0.97'],
  paraphrase: ['>= 0.6', '>= 0.85'],
  free: ['reported', 'reported'],
  'cross-language': ['reported', '>= 0.8'],
  code: ['>= 0.97', '>= 0.97'],
  unanswerable: ['>= 0.95', '>= 0.95'],
};
const WAIT_MS = 60_000;

/** What is found of questions with known answers, and what is refused, beside PostgreSQL's own ranking and BM25. */
export async function knowledgeQuality(
  { stack, database, report }: Bench,
  { deps, embed }: OwnSearch,
): Promise<Result[]> {
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
  for (const documentId of await allRead({ stack }, partner, path)) await embed(documentId);
  const query: Query = async (sql, values) => (await database.query(sql, values)).rows;
  const plain = plainSearch(query, base.id);
  const bm25 = await bm25Search(query, base.id);
  const own = (asker: Asker | null) => async (question: string) => {
    const search = { baseIds: [base.id], query: question, limit: 10, asker };
    const { passages, meaning } = await searchPassages(deps, search);
    if (meaning !== (asker ? 'used' : 'none')) throw new Error(`The search was made otherwise: ${meaning}.`);
    return passages;
  };
  const results: Result[] = [];
  for (const split of SPLITS) {
    report(`knowledge: questions, ${split}`);
    const questions = questionsOf(split);
    const [ranked, bm] = [await ask(plain, questions), await ask(bm25, questions)];
    // Questions of an evaluation, since a partner may not ask so many in a minute.
    for (const [how, asker] of [
      ['words', null],
      ['words and meaning', { partnerId: partner.id, sandbox: false, isEvaluation: true }],
    ] as const) {
      const answer = (question: string) => citedFor(deps, { baseId: base.id, asker }, question);
      const ours = await ask(own(asker), questions, answer);
      for (const kind of KINDS) {
        const ofKind = (outcomes: readonly Outcome[]) => outcomes.filter(({ question }) => question.kind === kind);
        const aim = AIMS[kind][asker ? 1 : 0];
        results.push(
          ...figures(`${split}, ${kind}, by ${how}`, { kind, aim }, [ofKind(ours), ofKind(ranked), ofKind(bm)]),
        );
      }
    }
  }
  return results;
}

function figures(
  name: string,
  { kind, aim }: { kind: Kind; aim: string },
  [ours, plain, bm25]: readonly [readonly Outcome[], readonly Outcome[], readonly Outcome[]],
): Result[] {
  if (ours.length === 0) return [];
  const number = `${ours.length} questions`;
  if (kind === 'unanswerable') {
    const share = refused(ours, ANSWER_THRESHOLD);
    return [
      {
        name: `${name}: refused by the gate`,
        ours: share.toFixed(3),
        reference: number,
        ratio: share,
        aim: 'reported',
      },
      answeredOf(`${name}: refused`, ours, aim),
    ];
  }
  const recall = recallAt5(ours);
  const passing = answered(ours, ANSWER_THRESHOLD);
  const beside = (of: (outcomes: readonly Outcome[]) => number) =>
    `ts_rank_cd ${of(plain).toFixed(3)}, BM25 ${of(bm25).toFixed(3)}`;
  const ratio = reciprocalRank(ours) / Math.max(reciprocalRank(plain), reciprocalRank(bm25));
  return [
    { name: `${name}: recall@5`, ours: recall.toFixed(3), reference: beside(recallAt5), ratio: recall, aim },
    {
      name: `${name}: MRR`,
      ours: reciprocalRank(ours).toFixed(3),
      reference: beside(reciprocalRank),
      ratio,
      aim: '>= 1',
    },
    { name: `${name}: past the gate`, ours: passing.toFixed(3), reference: number, ratio: passing, aim: 'reported' },
    answeredOf(`${name}: answered`, ours, 'reported'),
  ];
}

/** What the sandbox AI makes of the passages that it is given. */
function answeredOf(name: string, ours: readonly Outcome[], aim: string): Result {
  const ratio = answeredRightly(ours);
  const wrongly = answeredWrongly(ours).toFixed(3);
  return {
    name,
    ours: ratio.toFixed(3),
    reference: `${ours.length} questions, wrongly answered ${wrongly}`,
    ratio,
    aim,
  };
}

/** Waits until all documents have been read; returns their ids. */
async function allRead({ stack }: Pick<Bench, 'stack'>, { headers }: BenchPartner, path: string): Promise<number[]> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; ) {
    const { data } = await call<{ data: { id: number; attributes: { status: string } }[] }>(
      stack,
      'GET',
      `${path}/documents?per_page=100`,
      headers,
    );
    if (data.every(({ attributes }) => attributes.status === 'ready')) return data.map(({ id }) => id);
  }
  throw new Error('The documents were not read in time.');
}
