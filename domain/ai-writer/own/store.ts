import type { EntityManager } from 'typeorm';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  listRecords,
  lockRecord,
  updateRecords,
} from '../../../infra/database/records.ts';
import { queryExists } from '../../../infra/database/sql.ts';
import type { Db } from '../../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../../kernel/page.ts';
import { type WriterTemplateRow, writerFavoriteTable, writerTemplateTable } from '../table.ts';

/** What partners say of a template. */
export type TemplateContent = Pick<WriterTemplateRow, 'name' | 'description' | 'category' | 'definition'>;

/** A partner's own template by its slug; null when there is none. */
export function findOwnTemplate(db: Db, partnerId: number, slug: string): Promise<WriterTemplateRow | null> {
  return findRecord(db, writerTemplateTable, { partner_id: partnerId, slug });
}

/** A template by its id, whosever it is; null when there is none. */
export function findTemplateRow(db: Db, id: number): Promise<WriterTemplateRow | null> {
  return findRecord(db, writerTemplateTable, { id });
}

/** The same, locked until the transaction ends. */
export function lockTemplateRow(em: EntityManager, id: number): Promise<WriterTemplateRow | null> {
  return lockRecord(em, writerTemplateTable, { id });
}

/** Keeps a partner's template from being deleted until the transaction ends; false when it is gone. */
export function holdTemplateRow(em: EntityManager, partnerId: number, id: number): Promise<boolean> {
  return queryExists(em, 'SELECT 1 FROM writer_template WHERE partner_id = $1 AND id = $2 FOR KEY SHARE', [
    partnerId,
    id,
  ]);
}

/** All of a partner's own templates, oldest first. A limit bounds their number. */
export function selectOwnTemplates(db: Db, partnerId: number): Promise<WriterTemplateRow[]> {
  return listRecords(db, writerTemplateTable, { partner_id: partnerId }, { order: { id: 'ASC' } });
}

/** A page of them, newest first. */
export function listOwnTemplates(db: Db, partnerId: number, page: PageRequest): Promise<Page<WriterTemplateRow>> {
  return listPage(db, writerTemplateTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
}

/** Number of a partner's own templates. */
export function countOwnTemplates(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, writerTemplateTable, { partner_id: partnerId });
}

/** Inserts a template. */
export function insertOwnTemplate(
  em: EntityManager,
  now: Date,
  template: TemplateContent & Pick<WriterTemplateRow, 'partner_id' | 'slug'>,
): Promise<WriterTemplateRow> {
  return insertRecord(em, writerTemplateTable, { ...template, version: 1, created_at: now, updated_at: now });
}

/** Changes a template that is locked; each change is another version. */
export async function updateOwnTemplate(
  em: EntityManager,
  now: Date,
  { id, version }: Pick<WriterTemplateRow, 'id' | 'version'>,
  content: TemplateContent,
): Promise<void> {
  await updateRecords(em, writerTemplateTable, { id }, { ...content, version: version + 1, updated_at: now });
}

/** Deletes a template, and takes it from its partner's favourites. */
export async function deleteOwnTemplate(
  em: EntityManager,
  { id, partner_id }: Pick<WriterTemplateRow, 'id' | 'partner_id'>,
): Promise<void> {
  // Whoever makes it a favourite holds it until then, so the second statement sees all of them.
  await deleteRecords(em, writerTemplateTable, { id });
  await deleteRecords(em, writerFavoriteTable, { partner_id, template_id: id });
}
