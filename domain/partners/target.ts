import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { findPartner } from './store.ts';
import type { Partner } from './types.ts';

/** The partner in an administrator's path; 404 when there is none. */
export function partnerFromPath(deps: Deps, _call: Call, params: { partner_id: number }): Promise<Partner> {
  return getPartnerById(deps.db, params.partner_id);
}

/** A partner by number; throws NOT_FOUND. */
export async function getPartnerById(db: Db, id: number): Promise<Partner> {
  const partner = await findPartner(db, id);
  if (!partner) throw notFound('Partner');
  return partner;
}
