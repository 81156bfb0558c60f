import type { Db } from '../kernel/deps.ts';
import type { Page } from '../kernel/page.ts';
import { selectDocumentTitles } from '../knowledge-bases/document-store.ts';
import type { Expected } from './rules.ts';
import type {
  EvaluationResult,
  KnowledgeEvaluationResultRow,
  KnowledgeEvaluationRow,
  TitledEvaluation,
} from './table.ts';

/** An evaluation with the titles of the documents that its questions expect. */
export async function withTitles(db: Db, evaluation: KnowledgeEvaluationRow): Promise<TitledEvaluation> {
  const { knowledge_base_id: base, questions } = evaluation;
  return { ...evaluation, documents: await titlesIn(db, base, questions) };
}

/** Questions of a run, each with the title of the document that it expects. */
export async function resultsWithTitles(
  db: Db,
  baseId: number,
  page: Page<KnowledgeEvaluationResultRow>,
): Promise<Page<EvaluationResult>> {
  const titles = new Map((await titlesIn(db, baseId, page.rows)).map(({ id, title }) => [id, title]));
  const titleOf = (expected: Expected | null) => (expected && titles.get(expected.document_id)) ?? null;
  return { ...page, rows: page.rows.map((row) => ({ ...row, expected_title: titleOf(row.expected) })) };
}

async function titlesIn(db: Db, baseId: number, questions: readonly { expected: Expected | null }[]) {
  const ids = [...new Set(questions.flatMap(({ expected }) => expected?.document_id ?? []))];
  return ids.length === 0 ? [] : selectDocumentTitles(db, baseId, ids);
}
