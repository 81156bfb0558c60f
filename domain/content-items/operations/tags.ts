import type { Call } from '../../kernel/call.ts';
import { cardsChanged } from '../../kernel/change-events.ts';
import type { Tx } from '../../kernel/deps.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { lockPartner } from '../../kernel/limit-store.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import type { ContentTagRow, CountedTag } from '../table.ts';
import { contentTagParams, listTagsQuery, ownTag, tagBody } from '../tag-schema.ts';
import {
  countTags,
  deleteTagRow,
  findCountedTag,
  findTagByName,
  insertTags,
  isOnProduction,
  lockTag,
  renameTagRow,
  selectTagPage,
} from '../tag-store.ts';

/** Lists the partner's tags by name. */
export const listTags = operation({
  name: 'content_tags.list',
  permission: 'view_content',
  params: nothing,
  input: listTagsQuery,
  run: (deps, call, query) => selectTagPage(deps.db, partnerOf(call), query),
});

/** Returns one tag. */
export const getTag = readOperation({
  name: 'content_tags.get',
  permission: 'view_content',
  params: contentTagParams,
  target: ownTag,
});

/** Creates a tag. */
export const createTag = operation({
  name: 'content_tags.create',
  permission: 'manage_content',
  params: nothing,
  input: tagBody,
  async change(tx, { deps, call, input: { name } }): Promise<CountedTag> {
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'content_tags', {
      partnerId,
      count: () => countTags(tx.em, partnerId),
    });
    if (await findTagByName(tx.em, partnerId, name)) throw nameTaken();
    const [id = 0] = await insertTags(tx.em, tx.now, partnerId, [name]);
    return changedTag(tx, id);
  },
  audit: ({ id }) => ({ type: 'content_tag', id }),
  recover: (deps, call, madeId) => ownTag(deps, call, { id: Number(madeId) }),
});

/** Renames a tag, on all items that have it. */
export const renameTag = operation({
  name: 'content_tags.rename',
  permission: 'manage_content',
  params: contentTagParams,
  target: ownTag,
  input: tagBody,
  lock: lockOwnTag,
  async change(tx, { call, input: { name }, target }): Promise<CountedTag> {
    const { id, partner_id: partnerId } = target;
    const tag = await lockOwnTag(tx, call, target);
    await requireTagOfMode(tx, call, target);
    if (tag.name === name) tx.unchanged();
    else {
      const found = await findTagByName(tx.em, partnerId, name);
      if (found && found.id !== id) throw nameTaken();
      await renameTagRow(tx.em, tx.now, id, name);
    }
    return changedTag(tx, id);
  },
  audit: ({ id }) => ({ type: 'content_tag', id }),
  changeEvent: ({ partner_id }) => cardsChanged(partner_id),
});

/** Deletes a tag and takes it from all items. */
export const deleteTag = operation({
  name: 'content_tags.delete',
  permission: 'manage_content',
  params: contentTagParams,
  target: ownTag,
  input: nothing,
  lock: lockOwnTag,
  async change(tx, { call, target }): Promise<void> {
    const { id } = await lockOwnTag(tx, call, target);
    await requireTagOfMode(tx, call, target);
    await deleteTagRow(tx.em, id);
  },
  audit: (_output, { target: { id, name } }) => ({ type: 'content_tag', id, details: { name } }),
  changeEvent: (_output, { target: { partner_id } }) => cardsChanged(partner_id),
});

/** Locks the partner's limits, then the tag; items get tags under the former, too. Throws NOT_FOUND. */
async function lockOwnTag({ em }: Tx, _call: Call, { id, partner_id }: ContentTagRow): Promise<ContentTagRow> {
  await lockPartner(em, partner_id);
  const tag = await lockTag(em, id);
  if (!tag) throw notFound('Tag');
  return tag;
}

/** Throws FORBIDDEN for a sandbox key where an item of production has the tag. */
async function requireTagOfMode({ em }: Tx, call: Call, tag: ContentTagRow): Promise<void> {
  requireSameMode(call, { sandbox: !(await isOnProduction(em, tag)) });
}

async function changedTag({ em }: Tx, id: number): Promise<CountedTag> {
  const tag = await findCountedTag(em, id);
  if (!tag) throw notFound('Tag');
  return tag;
}

function nameTaken() {
  return conflict('There is a tag of this name already.');
}
