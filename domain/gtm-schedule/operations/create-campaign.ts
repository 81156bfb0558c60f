import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { insertCampaign } from '../campaign-store.ts';
import { createCampaignBody, ownCampaign } from '../schema.ts';

/** Adds a campaign, which events can belong to. */
export const createCampaign = operation({
  name: 'gtm_schedule.create_campaign',
  permission: 'manage_content',
  params: nothing,
  input: createCampaignBody,
  change: (tx, { call, input: { name, description = null, start_date = null, end_date = null } }) =>
    insertCampaign(tx.em, tx.now, partnerOf(call), { name, description, start_date, end_date }),
  audit: ({ id }) => ({ type: 'gtm_campaign', id }),
  recover: (deps, call, madeId) => ownCampaign(deps, call, { id: Number(madeId) }),
});
