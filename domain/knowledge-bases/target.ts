import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findDocument, findKnowledgeBase } from './store.ts';
import type { KnowledgeBase, KnowledgeDocument } from './types.ts';

/** The caller's knowledge base; 404 when there is none, 403 when it is another partner's. */
export async function ownKnowledgeBase(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<KnowledgeBase> {
  return ownedBy(call, 'Knowledge base', await findKnowledgeBase(db, id), (base) => base.partner_id);
}

/** A document of the caller's knowledge base; 404 when it is not in it, 403 when the base is another partner's. */
export async function ownDocument(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { id, document }: { id: number; document: number },
): Promise<KnowledgeDocument> {
  await ownKnowledgeBase(deps, call, { id });
  const found = await createdDocument(deps, call, document);
  if (found.knowledge_base_id !== id) throw notFound('Document');
  return found;
}

/** A document of the caller's by id alone, for repeated requests. */
export async function createdDocument({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<KnowledgeDocument> {
  return ownedBy(call, 'Document', await findDocument(db, id), (row) => row.partner_id);
}
