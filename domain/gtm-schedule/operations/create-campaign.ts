import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { countCampaigns, insertCampaign } from '../campaign-store.ts';
import { createCampaignBody, ownCampaign } from '../schema.ts';

/** Adds a campaign, which events can belong to. */
export const createCampaign = operation({
  name: 'gtm_schedule.create_campaign',
  permission: 'manage_content',
  params: nothing,
  input: createCampaignBody,
  async change(tx, { deps, call, input: { name, description = null, start_date = null, end_date = null } }) {
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'campaigns', {
      partnerId,
      count: () => countCampaigns(tx.em, partnerId),
    });
    return insertCampaign(tx.em, tx.now, partnerId, { name, description, start_date, end_date });
  },
  audit: ({ id }) => ({ type: 'gtm_campaign', id }),
  recover: (deps, call, madeId) => ownCampaign(deps, call, { id: Number(madeId) }),
});
