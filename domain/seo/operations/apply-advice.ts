import { boardChanged } from '../../content-items/board-changes.ts';
import { requireWithinItemLimits } from '../../content-items/limits.ts';
import { ownTaggedItem } from '../../content-items/schema.ts';
import { findContentItem, insertText } from '../../content-items/store.ts';
import type { ContentItemRow } from '../../content-items/table.ts';
import { type TaggedItem, withTagsOf } from '../../content-items/tags.ts';
import { actorName, isSandbox } from '../../kernel/call.ts';
import type { Db } from '../../kernel/deps.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { findListingNames } from '../../listings/store.ts';
import type { Recommendation } from '../rubric/types.ts';
import { SEO_CAPABILITY } from '../rules.ts';
import { applyAdviceBody, ownSeoJob, seoJobParams } from '../schema.ts';
import { lockJob, setApplied } from '../store.ts';
import type { SeoJobRow } from '../table.ts';

/** The draft of a recommendation. */
export interface AppliedAdvice {
  item: TaggedItem;
  isNew: boolean;
}

/**
 * Makes a draft of the text that a recommendation proposes. Recommendations on one part of a listing that propose the same text are one
 * proposal. Where that was done before, the draft is returned, unless it was deleted since: a second press makes no second draft.
 */
export const applyAdvice = operation({
  name: 'seo.apply_advice',
  permission: 'manage_content',
  params: seoJobParams,
  target: ownSeoJob,
  capability: () => SEO_CAPABILITY,
  input: applyAdviceBody,
  async change(tx, { deps, call, input: { rule }, target }): Promise<AppliedAdvice> {
    requireSameMode(call, target);
    const job = await lockJob(tx.em, target.id, target.row_key);
    const recommendations = job?.result?.score.recommendations ?? [];
    const advice = recommendations.find((one) => one.rule === rule);
    if (!job || !advice) throw notFound('Recommendation');
    const { part, text } = advice;
    if (text === undefined) throw conflict('This recommendation says what to do, and has no text to make a draft of.');
    const alike = recommendations.filter((one) => one.part === part && one.text === text);
    const before = await findDraft(tx.em, job, alike);
    if (before) {
      tx.unchanged();
      return { item: await withTagsOf(tx.em, before), isNew: false };
    }
    const { partner_id: partnerId, listing_id: listingId } = job;
    await requireWithinItemLimits(tx, deps, { partnerId });
    const name = (await findListingNames(tx.em, listingId))?.title ?? listingId;
    const sandbox = job.sandbox || isSandbox(call);
    const place = { partnerId, kanbanStatus: 'generated' as const, sandbox, savedBy: actorName(call.actor) };
    const draft = { title: `${name}: ${part}`, content_type: 'product_description' as const, body: text };
    const id = await insertText(tx.em, tx.now, place, draft);
    await setApplied(tx.em, job.id, { ...job.applied, [rule]: id });
    const item = await findContentItem(tx.em, id);
    if (!item) throw notFound('Content item');
    return { item: await withTagsOf(tx.em, item), isNew: true };
  },
  audit: ({ item }, { target }) => ({ type: 'content_item', id: item.id, details: { analysis_id: target.id } }),
  changeEvent: ({ item: { id, partner_id } }) => boardChanged(partner_id, [id], 'made'),
  async recover(deps, call, madeId) {
    return { item: await ownTaggedItem(deps, call, { id: Number(madeId) }), isNew: true };
  },
});

/** The draft that one of these recommendations was made into, and which is on the board; null: there is none. */
async function findDraft(
  db: Db,
  { applied, partner_id: partnerId }: SeoJobRow,
  recommendations: readonly Recommendation[],
): Promise<ContentItemRow | null> {
  for (const { rule } of recommendations) {
    const known = applied[rule];
    const item = known === undefined ? null : await findContentItem(db, known);
    if (item?.partner_id === partnerId && item.deleted_at === null) return item;
  }
  return null;
}
