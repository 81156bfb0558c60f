import { differs } from '../../kernel/differs.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { validFields } from '../../kernel/references.ts';
import { dayOrderProblems } from '../../kernel/schema.ts';
import { findCampaign, lockCampaign, updateCampaignRow } from '../campaign-store.ts';
import { campaignParams, ownCampaign, updateCampaignBody } from '../schema.ts';
import type { GtmCampaignRow } from '../table.ts';

const { start_date, end_date } = updateCampaignBody.shape;
const DAYS = { start_date, end_date };

/** Changes a campaign; absent fields keep their values. */
export const updateCampaign = operation({
  name: 'gtm_schedule.update_campaign',
  permission: 'manage_content',
  params: campaignParams,
  target: ownCampaign,
  input: updateCampaignBody,
  checkInput: async (_deps, raw, stored) => daysProblems({ ...stored, ...validFields(DAYS, raw) }),
  lock: (tx, _call, { id }) => lockCampaign(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<GtmCampaignRow> {
    // Locked, so that of two changes at once the later sees the days of the earlier.
    const before = await lockCampaign(tx.em, id);
    if (!before) throw notFound('Campaign');
    const { start_date = before.start_date, end_date = before.end_date } = input;
    const problems = daysProblems({ start_date, end_date });
    if (problems.end_date) throw invalid(problems);
    if (!differs(before, input)) {
      tx.unchanged();
      return before;
    }
    const changed = (await updateCampaignRow(tx.em, tx.now, id, input)) ? await findCampaign(tx.em, id) : null;
    if (!changed) throw notFound('Campaign');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'gtm_campaign', id, details: { fields: Object.keys(input) } }),
});

function daysProblems(campaign: object): ErrorDetails {
  return dayOrderProblems(campaign, 'start_date', 'end_date');
}
