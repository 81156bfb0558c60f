import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { getPartnerById } from '../../partners/target.ts';
import { listAllInvoicesQuery, listLedgerEntriesQuery, listOrdersQuery, listUsageRecordsQuery } from '../schema.ts';
import { selectAllInvoices, selectAllLedgerEntries, selectAllOrders, selectAllUsageRecords } from '../store.ts';

/** Requires the partner of a filter: one that is not there is an error, as in a path. */
async function requirePartner({ db }: Pick<Deps, 'db'>, { partner_id: id }: { partner_id?: number | undefined }) {
  if (id !== undefined) await getPartnerById(db, id);
}

const namedPartner = references({ partner_id: recordId }, (deps, _call, named) => requirePartner(deps, named));

/** The issued invoices of all partners, newest first. */
export const listAllInvoices = operation({
  name: 'bookkeeping.list_invoices',
  permission: 'administrator',
  params: nothing,
  references: namedPartner,
  input: listAllInvoicesQuery,
  async run(deps, _call, query) {
    await requirePartner(deps, query);
    return selectAllInvoices(deps.db, query);
  },
});

/** The orders of all partners, newest first. */
export const listOrders = operation({
  name: 'bookkeeping.list_orders',
  permission: 'administrator',
  params: nothing,
  references: namedPartner,
  input: listOrdersQuery,
  async run(deps, _call, query) {
    await requirePartner(deps, query);
    return selectAllOrders(deps.db, query);
  },
});

/** The metered use of all partners, newest first. */
export const listUsageRecords = operation({
  name: 'bookkeeping.list_usage_records',
  permission: 'administrator',
  params: nothing,
  references: namedPartner,
  input: listUsageRecordsQuery,
  async run(deps, _call, query) {
    await requirePartner(deps, query);
    return selectAllUsageRecords(deps.db, query);
  },
});

/** The entries of all partners' credit ledgers, newest first. */
export const listLedgerEntries = operation({
  name: 'bookkeeping.list_ledger_entries',
  permission: 'administrator',
  params: nothing,
  references: namedPartner,
  input: listLedgerEntriesQuery,
  async run(deps, _call, query) {
    await requirePartner(deps, query);
    return selectAllLedgerEntries(deps.db, query);
  },
});
