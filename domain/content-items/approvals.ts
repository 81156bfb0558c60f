import { type Actor, actorName } from '../kernel/call.ts';
import type { Db, Tx } from '../kernel/deps.ts';
import { AppError, conflict } from '../kernel/errors.ts';
import { ADMIN_ROLES } from '../kernel/permissions.ts';
import { getPartnerById } from '../partners/target.ts';
import type { ContentItemRow, KanbanStatus } from './table.ts';
import { findEditor } from './version-store.ts';

/** Columns that have approved items only, where the partner requires that. */
const APPROVED_COLUMNS: readonly KanbanStatus[] = ['ready', 'published'];

/** Whether the text of an item is approved as it is: an approval is of one version. */
export function isApproved(item: Pick<ContentItemRow, 'version' | 'approved_version'>): boolean {
  return item.approved_version === item.version;
}

/** Whether the partner lets approved items only into the column. */
export async function isApprovalRequired(db: Db, partnerId: number, status: KanbanStatus): Promise<boolean> {
  return APPROVED_COLUMNS.includes(status) && (await getPartnerById(db, partnerId)).requires_content_approval;
}

/**
 * Throws CONFLICT where one of the partner's items may not move to the column, for want of approval. The caller has locked them, so
 * that nobody edits one between the check and the move.
 */
export async function requireApproved(
  tx: Tx,
  partnerId: number,
  items: readonly Pick<ContentItemRow, 'kanban_status' | 'version' | 'approved_version'>[],
  status: KanbanStatus,
): Promise<void> {
  if (!(await isApprovalRequired(tx.em, partnerId, status))) return;
  const missing = items.filter((item) => item.kanban_status !== status && !isApproved(item));
  if (missing.length > 0) throw approvalMissing();
}

/** 409 for an item that is not approved. */
export function approvalMissing(): AppError {
  return conflict('Content must be approved before it is ready or published.');
}

/** Throws CONFLICT for an item that is not saved while somebody types: an edit takes an approval back, or changes what is out. */
export function requireOpenToAutosave(item: ContentItemRow): void {
  if (isApproved(item) || APPROVED_COLUMNS.includes(item.kanban_status))
    throw conflict(
      'Content that is approved, ready or published is not autosaved; send the change without `autosave`.',
    );
}

/**
 * Throws FORBIDDEN for who may not approve an item: of one that has a reviewer only the reviewer may, and owners and admins who
 * have not written the text themselves. A key without a role is an owner's.
 */
export async function requireMayApprove(db: Db, actor: Actor, item: ContentItemRow): Promise<void> {
  if (item.reviewer_id === null || (actor.kind === 'user' && actor.userId === item.reviewer_id)) return;
  const isAdmin = 'role' in actor && (actor.role === null || ADMIN_ROLES.includes(actor.role));
  if (!isAdmin) throw new AppError('FORBIDDEN', 'Somebody else is asked to review this item.');
  if ((await findEditor(db, item)) === actorName(actor))
    throw new AppError('FORBIDDEN', 'Whoever wrote the text does not approve it where the item has a reviewer.');
}

/** The people whose work an approval ends: the assignee, and whoever wrote the present text. */
export async function peopleOfApproval(db: Db, item: ContentItemRow): Promise<(number | null)[]> {
  const editor = /^user:(\d{1,15})$/.exec((await findEditor(db, item)) ?? '')?.[1];
  return [item.assignee_id, editor === undefined ? null : Number(editor)];
}
