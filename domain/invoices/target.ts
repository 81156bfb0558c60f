import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { getPartnerById } from '../partners/target.ts';
import type { Partner } from '../partners/types.ts';
import { findJob } from './job-store.ts';
import { findInvoice } from './store.ts';
import type { InvoiceJobRow } from './table.ts';
import type { IssuedInvoice } from './types.ts';

/** The caller's invoice; 404 when there is none, 403 when it is another partner's. */
export async function ownInvoice(
  deps: Deps,
  call: Call,
  { invoiceNumber }: { invoiceNumber: string },
): Promise<IssuedInvoice> {
  return ownedBy(call, 'Invoice', await findInvoice(deps.db, invoiceNumber), ({ partner_id }) => partner_id);
}

/** An invoice of the partner in the path, for administrators; 404 when it has none with that number. */
export async function invoiceOfPartner(
  deps: Deps,
  _call: Call,
  { partner_id, invoiceNumber }: { partner_id: number; invoiceNumber: string },
): Promise<IssuedInvoice> {
  const invoice = await findInvoice(deps.db, invoiceNumber);
  if (invoice?.partner_id !== partner_id) throw notFound('Invoice');
  return invoice;
}

/** The caller's backfill; 404 when there is none, 403 when it is another partner's. */
export async function ownBackfill(deps: Deps, call: Call, { id }: { id: number }): Promise<InvoiceJobRow> {
  const job = await findJob(deps.db, id);
  return ownedBy(call, 'Backfill', job?.kind === 'backfill' ? job : null, ({ partner_id }) => partner_id);
}

/** The calling partner; 403 when it has no marketplace customer id. */
export async function marketplaceCustomer(deps: Deps, call: Call): Promise<Partner> {
  const partner = await getPartnerById(deps.db, partnerOf(call));
  if (partner.marketplace_customer_id === null) {
    throw new AppError('FORBIDDEN', 'This needs a marketplace customer id, which an administrator sets.');
  }
  return partner;
}
