import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findCampaign } from './campaign-store.ts';
import { findEvent } from './event-store.ts';
import type { GtmCampaignRow, GtmEventRow } from './table.ts';

/** The caller's event; 404 when there is none or it was cancelled, 403 when it is another partner's. */
export async function ownEvent({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: string }): Promise<GtmEventRow> {
  return ownedBy(call, 'Event', await findEvent(db, id), (event) => event.partner_id);
}

/** The caller's campaign; 404 when there is none, 403 when it is another partner's. */
export async function ownCampaign(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<GtmCampaignRow> {
  return ownedBy(call, 'Campaign', await findCampaign(db, id), (campaign) => campaign.partner_id);
}
