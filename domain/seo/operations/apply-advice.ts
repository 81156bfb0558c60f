import { boardChanged } from '../../content-items/board-changes.ts';
import { requireRoomForItems } from '../../content-items/room.ts';
import { ownContentItem } from '../../content-items/schema.ts';
import { findContentItem, insertText } from '../../content-items/store.ts';
import type { ContentItemRow } from '../../content-items/table.ts';
import { actorName, isSandbox } from '../../kernel/call.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { findListingNames } from '../../listings/store.ts';
import { SEO_CAPABILITY } from '../rules.ts';
import { applyAdviceBody, ownSeoJob, seoJobParams } from '../schema.ts';
import { lockJob, setApplied } from '../store.ts';

/**
 * Makes a draft of the text that a recommendation proposes. Where that was done before, the draft is returned, unless it
 * was deleted since: a second press makes no second draft.
 */
export const applyAdvice = operation({
  name: 'seo.apply_advice',
  permission: 'manage_content',
  params: seoJobParams,
  target: ownSeoJob,
  capability: () => SEO_CAPABILITY,
  input: applyAdviceBody,
  async change(tx, { deps, call, input: { rule }, target }): Promise<ContentItemRow> {
    requireSameMode(call, target);
    const job = await lockJob(tx.em, target.id, target.row_key);
    const advice = job?.result?.score.recommendations.find((one) => one.rule === rule);
    if (!job || !advice) throw notFound('Recommendation');
    if (advice.text === undefined)
      throw conflict('This recommendation says what to do, and has no text to make a draft of.');
    const { partner_id: partnerId, listing_id: listingId } = job;
    const known = job.applied[rule];
    const before = known === undefined ? null : await findContentItem(tx.em, known);
    if (before?.partner_id === partnerId && before.deleted_at === null) {
      tx.unchanged();
      return before;
    }
    await requireRoomForItems(tx, deps, { partnerId });
    const name = (await findListingNames(tx.em, listingId))?.title ?? listingId;
    const sandbox = job.sandbox || isSandbox(call);
    const place = { partnerId, kanbanStatus: 'generated' as const, sandbox, savedBy: actorName(call.actor) };
    const draft = { title: `${name}: ${advice.part}`, content_type: 'product_description' as const, body: advice.text };
    const id = await insertText(tx.em, tx.now, place, draft);
    await setApplied(tx.em, job.id, { ...job.applied, [rule]: id });
    const created = await findContentItem(tx.em, id);
    if (!created) throw notFound('Content item');
    return created;
  },
  audit: ({ id }, { target }) => ({ type: 'content_item', id, details: { analysis_id: target.id } }),
  changeEvent: ({ id, partner_id }) => boardChanged(partner_id, [id], 'made'),
  recover: (deps, call, madeId) => ownContentItem(deps, call, { id: Number(madeId) }),
});
