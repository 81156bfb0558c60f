import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '../../domain/kernel/call.ts';
import { perform } from '../../domain/kernel/step.ts';
import { addDocument } from '../../domain/knowledge-bases/operations/add-document.ts';
import { createKnowledgeBase } from '../../domain/knowledge-bases/operations/create-knowledge-base.ts';
import { ANSWER_THRESHOLD } from '../../domain/knowledge-bases/retrieval.ts';
import { searchPassages } from '../../domain/knowledge-bases/search.ts';
import { readDocument } from '../../domain/knowledge-bases/steps/read-document.ts';
import { startTestService, type TestService } from '../environment/service.ts';
import {
  answered,
  ask,
  documents,
  type Kind,
  type Outcome,
  questionsOf,
  recallAt5,
  reciprocalRank,
  refused,
} from './questions.ts';

let service: TestService;
let outcomes: Outcome[];

beforeAll(async () => {
  service = await startTestService();
  const { call } = await service.createKey(await service.createPartner());
  const base = await baseWithDocuments(call);
  const search = (query: string) => searchPassages(service.deps, { baseIds: [base], query, limit: 10 });
  outcomes = await ask(search, questionsOf('test'));
}, 240_000);

afterAll(() => service.stop());

async function baseWithDocuments(call: Call): Promise<number> {
  const { id } = await service.run(call, createKnowledgeBase, { input: { name: 'Questions' } });
  for (const document of documents()) {
    const added = await service.run(call, addDocument, { params: { id }, input: { ...document, format: 'markdown' } });
    await perform(service.deps, readDocument, { documentId: added.id, rowKey: added.row_key });
  }
  return id;
}

const ofKind = (...kinds: Kind[]) => outcomes.filter(({ question }) => kinds.includes(question.kind));

test('questions with the words of a passage, other forms of them, or codes find it and pass the gate', () => {
  const found = ofKind('lexical', 'inflected', 'code');
  expect(found.length).toBeGreaterThan(50);
  expect(recallAt5(found)).toBeGreaterThanOrEqual(0.97);
  expect(reciprocalRank(found)).toBeGreaterThanOrEqual(0.9);
  expect(answered(found, ANSWER_THRESHOLD)).toBeGreaterThanOrEqual(0.95);
});

test('questions in other words are mostly found by the words that they share', () => {
  expect(recallAt5(ofKind('paraphrase'))).toBeGreaterThanOrEqual(0.6);
});

test('questions that no document answers are refused', () => {
  const unanswerable = ofKind('unanswerable');
  expect(unanswerable.length).toBeGreaterThan(20);
  expect(refused(unanswerable, ANSWER_THRESHOLD)).toBeGreaterThanOrEqual(0.95);
});
