import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listCampaigns as listRows } from '../campaign-store.ts';
import { listCampaignsQuery } from '../schema.ts';

/** The partner's campaigns, newest first. */
export const listCampaigns = operation({
  name: 'gtm_schedule.list_campaigns',
  permission: 'view_content',
  params: nothing,
  input: listCampaignsQuery,
  run: (deps, call, query) => listRows(deps.db, partnerOf(call), query),
});
