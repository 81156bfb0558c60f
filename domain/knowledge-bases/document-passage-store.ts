import { countRecords } from '../../infra/database/records.ts';
import { pick, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type DocumentPassage, knowledgePassageTable, type PassageInContext } from './table.ts';

const COLUMNS = {
  ...pick(knowledgePassageTable, 'id', 'knowledge_base_id', 'document_id', 'section', 'text'),
  position: integer(),
};

const PASSAGE = 'p.id, p.knowledge_base_id, p.document_id, p.section, p.text, n.position';

/** The passages of document $1 with their positions; passages are inserted in the order of the text. */
const IN_DOCUMENT = `knowledge_passage p JOIN (
    SELECT id, row_number() OVER (ORDER BY id)::int AS position FROM knowledge_passage WHERE document_id = $1
  ) n ON n.id = p.id`;

/** The passages of a document, in the order of its text. */
export function selectDocumentPassages(db: Db, documentId: number, page: PageRequest): Promise<Page<DocumentPassage>> {
  return selectPage(
    db,
    {
      columns: COLUMNS,
      select: PASSAGE,
      from: IN_DOCUMENT,
      where: 'p.document_id = $1',
      values: [documentId],
      order: { keys: ['p.id'], isAscending: true },
      isLong: true,
      total: () => countRecords(db, knowledgePassageTable, { document_id: documentId }),
    },
    page,
  );
}

/** Which of these texts are passages of a document, too; searches show one of several passages with the same text. */
export async function selectSameTexts(db: Db, documentId: number, texts: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows(
    db,
    pick(knowledgePassageTable, 'text'),
    'SELECT DISTINCT text FROM knowledge_passage WHERE document_id = $1 AND text = ANY($2)',
    [documentId, texts],
  );
  return new Set(rows.map(({ text }) => text));
}

/** A passage of a document with its neighbours; null when the document has no such passage. */
export async function findPassageInContext(
  db: Db,
  documentId: number,
  passageId: number,
): Promise<PassageInContext | null> {
  const beside = (is: '<' | '>', order: 'ASC' | 'DESC') =>
    `(SELECT id FROM knowledge_passage WHERE document_id = $1 AND id ${is} $2 ORDER BY id ${order} LIMIT 1)`;
  const rows = await queryRows(
    db,
    COLUMNS,
    `SELECT ${PASSAGE} FROM ${IN_DOCUMENT}
     WHERE p.document_id = $1 AND p.id IN ($2, ${beside('<', 'DESC')}, ${beside('>', 'ASC')}) ORDER BY p.id`,
    [documentId, passageId],
  );
  const at = rows.findIndex(({ id }) => id === passageId);
  const passage = rows[at];
  return passage ? { ...passage, previous: rows[at - 1] ?? null, next: rows[at + 1] ?? null } : null;
}
