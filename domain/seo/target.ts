import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findJob } from './store.ts';
import type { SeoJobRow } from './table.ts';

/** The caller's job; 404 when there is none, 403 when it is another partner's. */
export async function ownSeoJob(deps: Deps, call: Call, params: { id: number }): Promise<SeoJobRow> {
  return ownedBy(call, 'Analysis', await findJob(deps.db, params.id), (job) => job.partner_id);
}
