import { type PaymentPages, UnknownCustomer } from '../../infra/payments/port.ts';
import { findBillingIdentity } from '../billing-identity/store.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { getPartnerById } from '../partners/target.ts';
import { findCustomer, forgetCustomer, saveCustomer } from '../payments/customer-store.ts';

/**
 * Does work with the partner's customer at the gateway, which is made when there is none; null where the gateway keeps none. A
 * customer that the gateway does not know, as after a change of its account, is made anew once.
 */
export async function withCustomer<Result>(
  deps: Deps,
  call: Call,
  { portal }: PaymentPages,
  work: (customer: string | null) => Promise<Result>,
): Promise<Result> {
  if (!portal) return work(null);
  const partnerId = partnerOf(call);
  const customer = await customerOf(deps, call, portal);
  try {
    return await work(customer);
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error;
    await forgetCustomer(deps.db, deps.clock.now(), partnerId, customer);
    return work(await customerOf(deps, call, portal));
  }
}

async function customerOf(
  { db, clock, ids }: Deps,
  call: Call,
  portal: NonNullable<PaymentPages['portal']>,
): Promise<string> {
  const partnerId = partnerOf(call);
  const known = await findCustomer(db, partnerId);
  if (known !== null) return known;
  const [partner, identity] = await Promise.all([getPartnerById(db, partnerId), findBillingIdentity(db, partnerId)]);
  const name = identity?.legal_name ?? partner.name;
  const made = await portal.createCustomer(
    { partnerId, name, email: identity?.email ?? null },
    ids.uuid(),
    call.signal,
  );
  return saveCustomer(db, clock.now(), partnerId, made);
}
