import { ownContentItem } from '../content-items/schema.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownCampaign } from './target.ts';

/** Records that a body or a query references. */
interface ReferencedRecords {
  campaign_id?: number | null | undefined;
  content_item_id?: number | null | undefined;
}

/** Checks campaign and content item as for a path: 404 when unknown, 403 when another partner's. */
export async function requireOwnRecords(
  deps: Deps,
  call: Call,
  { campaign_id, content_item_id }: ReferencedRecords,
): Promise<void> {
  if (campaign_id != null) await ownCampaign(deps, call, { id: campaign_id });
  if (content_item_id != null) await ownContentItem(deps, call, { id: content_item_id });
}
