import type { EntityManager } from 'typeorm';
import { execute, pick, queryRows, type RowOf } from '../../infra/database/sql.ts';
import type { DraftContent } from '../capabilities/types.ts';
import type { Db } from '../kernel/deps.ts';
import { countWords } from '../kernel/words.ts';
import { previewOf } from './rules.ts';
import type { ItemPlan } from './store.ts';
import { contentItemTable, type KanbanStatus, MAX_TITLE } from './table.ts';

/** Origin and owner of drafts. */
export interface DraftPlace {
  partnerId: number;
  executionId: number;
  step: string;
  kanbanStatus: KanbanStatus;
  sandbox: boolean;
}

/** Inserts a step's drafts, once per step; they belong to the partner when the execution settles. */
export async function insertDrafts(
  em: EntityManager,
  now: Date,
  place: DraftPlace,
  drafts: readonly DraftContent[],
): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map((draft, ordinal) => ({
    ordinal,
    title: draft.title,
    content_type: draft.content_type,
    body: draft.body,
    preview: previewOf(draft.body),
    word_count: countWords(draft.body),
  }));
  await execute(
    em,
    `INSERT INTO content_item (partner_id, execution_id, step, kanban_status, sandbox, ordinal, title, content_type, body, preview,
                               word_count, created_at, updated_at)
     SELECT $2, $3, $4, $5, $6, d.ordinal, left(d.title, ${MAX_TITLE}), d.content_type, d.body, d.preview, d.word_count, $1, $1
     FROM jsonb_to_recordset($7) AS d(ordinal int, title text, content_type text, body text, preview text, word_count int)
     ORDER BY d.ordinal
     ON CONFLICT (execution_id, step, ordinal) DO NOTHING`,
    [now, place.partnerId, place.executionId, place.step, place.kanbanStatus, place.sandbox, JSON.stringify(rows)],
  );
}

/** Copies the drafts of steps of another execution. */
export async function copyDrafts(
  em: EntityManager,
  now: Date,
  { fromId, toId, steps }: { fromId: number; toId: number; steps: readonly string[] },
): Promise<void> {
  await execute(
    em,
    `INSERT INTO content_item (partner_id, execution_id, step, kanban_status, sandbox, ordinal, title, content_type, body, preview,
                               word_count, created_at, updated_at)
     SELECT c.partner_id, $3, c.step, c.kanban_status, c.sandbox, c.ordinal, c.title, c.content_type, c.body, c.preview, c.word_count, $1, $1
     FROM content_item c WHERE c.execution_id = $2 AND c.step = ANY($4) ORDER BY c.id`,
    [now, fromId, toId, steps],
  );
}

/** An item of an execution, with its step and position. */
export interface SettledItem {
  id: number;
  step: string;
  ordinal: number;
}

const SETTLED_ITEM = {
  ...pick(contentItemTable, 'id', 'partner_id', 'ordinal', 'title', 'assignee_id', 'reviewer_id'),
  step: contentItemTable.columns.step.present(),
};

/** Puts the items of an execution on the board, for these people to work on and to review. */
export function settleDrafts(
  em: EntityManager,
  now: Date,
  executionId: number,
  { assignee_id, reviewer_id }: Pick<ItemPlan, 'assignee_id' | 'reviewer_id'>,
): Promise<RowOf<typeof SETTLED_ITEM>[]> {
  const columns = Object.keys(SETTLED_ITEM).join(', ');
  return queryRows(
    em,
    SETTLED_ITEM,
    `WITH settled AS (
       UPDATE content_item SET settled_at = $1, updated_at = $1, assignee_id = $3, reviewer_id = $4
       WHERE execution_id = $2 AND settled_at IS NULL RETURNING ${columns}
     ) SELECT ${columns} FROM settled ORDER BY id`,
    [now, executionId, assignee_id, reviewer_id],
  );
}

/** The drafts of steps of an execution, with bodies. */
export async function selectDrafts(
  db: Db,
  executionId: number,
  steps: readonly string[],
): Promise<(DraftContent & { step: string })[]> {
  return queryRows(
    db,
    { ...pick(contentItemTable, 'title', 'content_type', 'body'), step: contentItemTable.columns.step.present() },
    'SELECT step, title, content_type, body FROM content_item WHERE execution_id = $1 AND step = ANY($2) ORDER BY id',
    [executionId, steps],
  );
}
