import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findBrandVoice } from './store.ts';
import type { BrandVoice } from './table.ts';

/** The caller's brand voice; 404 when there is none, 403 when it is another partner's. */
export async function ownBrandVoice({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: number }): Promise<BrandVoice> {
  return ownedBy(call, 'Brand voice', await findBrandVoice(db, id), (voice) => voice.partner_id);
}
