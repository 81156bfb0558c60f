import { createHash, randomUUID } from 'node:crypto';
import {
  knowledgeBaseTable,
  knowledgeDocumentTable,
  knowledgeDocumentVersionTable,
  knowledgePassageTable,
} from '../../../domain/knowledge-bases/table.ts';
import { compare, MAX_CHANGED, resultOf } from '../../../domain/knowledge-evaluations/rules.ts';
import {
  knowledgeEvaluationResultTable,
  knowledgeEvaluationRunTable,
  knowledgeEvaluationTable,
} from '../../../domain/knowledge-evaluations/table.ts';
import { type Filler, idOf, type LargestRows, NOW } from './filler.ts';

/** A knowledge base with its documents and evaluations. */
export async function fillKnowledge({ longest, many }: Filler): Promise<LargestRows[]> {
  const [base] = await many(knowledgeBaseTable, () => ({ description: longest(2_000) }));
  const [document] = await many(knowledgeDocumentTable, () => ({
    knowledge_base_id: idOf(base),
    status: 'failed',
    source: null,
    content_hash: createHash('sha256').update(randomUUID()).digest('hex'),
    embedding_space_id: null,
  }));
  await many(knowledgePassageTable, () => ({
    knowledge_base_id: idOf(base),
    document_id: idOf(document),
    text: longest(1_200),
    search: '',
  }));
  await many(knowledgeDocumentVersionTable, (n) => ({
    document_id: idOf(document),
    version: n + 2,
    format: 'markdown',
    status: 'failed',
    source: null,
    content_hash: createHash('sha256').update(randomUUID()).digest('hex'),
  }));
  const [evaluation] = await many(knowledgeEvaluationTable, () => ({
    knowledge_base_id: idOf(base),
    questions: [{ question: longest(1_000), expected: null }],
  }));
  const [evaluationRun] = await many(knowledgeEvaluationRunTable, () => ({
    evaluation_id: idOf(evaluation),
    status: 'completed',
    reason: null,
    completed_at: NOW,
    result: resultOf([]),
    comparison: {
      ...compare(1, [], []),
      changed: Array.from({ length: MAX_CHANGED }, () => ({
        position: 1,
        question: longest(200),
        was: { passed: true, hit_position: 1 },
        is: { passed: false, hit_position: null },
      })),
    },
  }));
  await many(knowledgeEvaluationResultTable, (n) => ({
    run_id: idOf(evaluationRun),
    position: n + 1,
    expected: { document_id: 1, contains: longest(500) },
    found: Array.from({ length: 10 }, () => ({
      passage_id: 1,
      document_id: 1,
      title: longest(300),
      section: longest(300),
      rank: 0.5,
      is_expected: false,
    })),
    hit_position: null,
    passed: false,
  }));
  return [
    { route: 'GET /content-workflow/knowledge-bases', params: {} },
    { route: 'GET /content-workflow/knowledge-bases/{id}/documents', params: { id: idOf(base) } },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/passages',
      params: { id: idOf(base), document: idOf(document) },
    },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/versions',
      params: { id: idOf(base), document: idOf(document) },
    },
    { route: 'GET /content-workflow/knowledge-bases/{id}/evaluations', params: { id: idOf(base) } },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs',
      params: { id: idOf(base), evaluation: idOf(evaluation) },
    },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}/results',
      params: { id: idOf(base), evaluation: idOf(evaluation), run: idOf(evaluationRun) },
    },
  ];
}
