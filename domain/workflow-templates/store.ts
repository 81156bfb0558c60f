import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords, findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import type { Definition } from './definition.ts';
import {
  type DefinedTemplate,
  type ListedVersion,
  type WorkflowTemplateRow,
  workflowTemplateTable,
  workflowTemplateVersionTable,
} from './table.ts';

/** Versions that a template keeps: the newest. */
export const KEPT_VERSIONS = 100;

const DEFINED = { ...workflowTemplateTable.columns, definition: workflowTemplateVersionTable.columns.definition };
const NEWEST = `SELECT t.*, v.definition FROM workflow_template t
     JOIN workflow_template_version v ON v.template_id = t.id AND v.version = t.version`;

/** A partner's own template with its newest definition; null when it has none of this slug. */
export function findDefined(db: Db, partnerId: number, slug: string): Promise<DefinedTemplate | null> {
  return queryMaybeRow(db, DEFINED, `${NEWEST} WHERE t.partner_id = $1 AND t.slug = $2`, [partnerId, slug]);
}

/** The same by its id. */
export function findDefinedById(db: Db, partnerId: number, id: number): Promise<DefinedTemplate | null> {
  return queryMaybeRow(db, DEFINED, `${NEWEST} WHERE t.partner_id = $1 AND t.id = $2`, [partnerId, id]);
}

/** The same, locked until the transaction ends against changes, deletion and whoever holds it. */
export async function lockDefined(em: EntityManager, partnerId: number, id: number): Promise<DefinedTemplate | null> {
  // A statement that waits for the lock sees no version that was added meanwhile, so another one reads.
  await execute(em, 'SELECT FROM workflow_template WHERE partner_id = $1 AND id = $2 FOR UPDATE', [partnerId, id]);
  return findDefinedById(em, partnerId, id);
}

/** A partner's own templates with their newest definitions, by slug. Limits bound their number and size. */
export function selectDefined(db: Db, partnerId: number): Promise<DefinedTemplate[]> {
  return queryRows(db, DEFINED, `${NEWEST} WHERE t.partner_id = $1 ORDER BY t.slug COLLATE "C"`, [partnerId]);
}

/** The names of a partner's own templates. */
export function selectNames(db: Db, partnerId: number): Promise<Pick<WorkflowTemplateRow, 'slug' | 'name'>[]> {
  return queryRows(
    db,
    pick(workflowTemplateTable, 'slug', 'name'),
    'SELECT slug, name FROM workflow_template WHERE partner_id = $1',
    [partnerId],
  );
}

/** Keeps a template from being deleted until the transaction ends; false when it is gone. */
export function holdTemplate(em: EntityManager, partnerId: number, id: number): Promise<boolean> {
  return queryExists(em, 'SELECT FROM workflow_template WHERE partner_id = $1 AND id = $2 FOR KEY SHARE', [
    partnerId,
    id,
  ]);
}

/** Number of a partner's own templates. */
export function countTemplates(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, workflowTemplateTable, { partner_id: partnerId });
}

/** Bytes of the newest definitions of a partner's own templates. */
export async function sumTemplateBytes(db: Db, partnerId: number): Promise<number> {
  const { total } = await queryRow(
    db,
    { total: integer() },
    'SELECT coalesce(sum(bytes), 0)::int AS total FROM workflow_template WHERE partner_id = $1',
    [partnerId],
  );
  return total;
}

/** Inserts a template with its first version. */
export async function insertTemplate(
  em: EntityManager,
  now: Date,
  { definition, ...head }: Omit<DefinedTemplate, 'id' | 'version' | 'created_at' | 'updated_at'>,
  actor: string,
): Promise<DefinedTemplate> {
  const row = await insertRecord(em, workflowTemplateTable, { ...head, version: 1, created_at: now, updated_at: now });
  return { ...row, definition: await insertVersion(em, now, row, { definition, actor }) };
}

/** Changes a template that is locked; with another definition it has another version. */
export async function updateTemplateRow(
  em: EntityManager,
  now: Date,
  template: DefinedTemplate,
  { isRedefined, actor }: { isRedefined: boolean; actor: string },
): Promise<DefinedTemplate> {
  const { id, definition, name, description, category, bytes } = template;
  const version = template.version + (isRedefined ? 1 : 0);
  const changes = { name, description, category, bytes, version, updated_at: now };
  await updateRecords(em, workflowTemplateTable, { id }, changes);
  const changed = { ...template, ...changes };
  return isRedefined
    ? { ...changed, definition: await insertVersion(em, now, changed, { definition, actor }) }
    : changed;
}

/**
 * Inserts a version, and deletes the oldest where there are as many as are kept. Returns the definition as it is read from now
 * on, with names in the order of the database: entity tags are made of it.
 */
async function insertVersion(
  em: EntityManager,
  now: Date,
  { id, version }: Pick<WorkflowTemplateRow, 'id' | 'version'>,
  { definition, actor }: { definition: Definition; actor: string },
): Promise<Definition> {
  const row = { template_id: id, version, definition, actor, created_at: now };
  const inserted = await insertRecord(em, workflowTemplateVersionTable, row);
  if (version > KEPT_VERSIONS)
    await execute(em, 'DELETE FROM workflow_template_version WHERE template_id = $1 AND version <= $2', [
      id,
      version - KEPT_VERSIONS,
    ]);
  return inserted.definition;
}

/** Deletes a template with its versions. */
export async function deleteTemplateRow(em: EntityManager, id: number): Promise<void> {
  await deleteRecords(em, workflowTemplateTable, { id });
}

/** A version's definition; null when it is not kept. */
export async function findDefinition(db: Db, id: number, version: number): Promise<Definition | null> {
  const found = await findRecord(db, workflowTemplateVersionTable, { template_id: id, version });
  return found?.definition ?? null;
}

/** The versions of a template, newest first. */
export function selectVersions(db: Db, id: number, page: PageRequest): Promise<Page<ListedVersion>> {
  return listPage(
    db,
    workflowTemplateVersionTable,
    { where: { template_id: id }, order: { version: 'DESC' }, hidden: ['definition'] },
    page,
  );
}
