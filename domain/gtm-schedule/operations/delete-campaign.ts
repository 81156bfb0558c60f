import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { countEventsOf, deleteCampaignRow, lockCampaign } from '../campaign-store.ts';
import { campaignParams, ownCampaign } from '../schema.ts';

/** Most events that one deletion releases, so that its transaction stays short. */
const MAX_EVENTS = 5_000;

/** Deletes a campaign. Its events stay on the schedule, without a campaign. */
export const deleteCampaign = operation({
  name: 'gtm_schedule.delete_campaign',
  permission: 'manage_content',
  params: campaignParams,
  target: ownCampaign,
  input: nothing,
  lock: (tx, _call, { id }) => lockCampaign(tx.em, id),
  async change(tx, { target }): Promise<{ events: number }> {
    if ((await countEventsOf(tx.em, target, MAX_EVENTS)) > MAX_EVENTS) {
      throw conflict(`The campaign has more than ${MAX_EVENTS} events; move events to another campaign first.`);
    }
    const events = await deleteCampaignRow(tx.em, tx.now, target);
    if (events === null) throw notFound('Campaign');
    return { events };
  },
  audit: ({ events }, { target: { id } }) => ({ type: 'gtm_campaign', id, details: { events } }),
});
