import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findContentItem } from './store.ts';
import type { ContentItemRow } from './table.ts';

/** The caller's content item; 404 when there is none, 403 when it is another partner's. */
export async function ownContentItem(deps: Deps, call: Call, params: { id: number }): Promise<ContentItemRow> {
  return ownedBy(call, 'Content item', await findContentItem(deps.db, params.id), (item) => item.partner_id);
}
