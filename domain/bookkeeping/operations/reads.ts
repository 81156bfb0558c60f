import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listAllInvoicesQuery, listLedgerEntriesQuery, listOrdersQuery, listUsageRecordsQuery } from '../schema.ts';
import { selectAllInvoices, selectAllLedgerEntries, selectAllOrders, selectAllUsageRecords } from '../store.ts';

/** The issued invoices of all partners, newest first. */
export const listAllInvoices = operation({
  name: 'bookkeeping.list_invoices',
  permission: 'administrator',
  params: nothing,
  input: listAllInvoicesQuery,
  run: ({ db }, _call, query) => selectAllInvoices(db, query),
});

/** The orders of all partners, newest first. */
export const listOrders = operation({
  name: 'bookkeeping.list_orders',
  permission: 'administrator',
  params: nothing,
  input: listOrdersQuery,
  run: ({ db }, _call, query) => selectAllOrders(db, query),
});

/** The metered use of all partners, newest first. */
export const listUsageRecords = operation({
  name: 'bookkeeping.list_usage_records',
  permission: 'administrator',
  params: nothing,
  input: listUsageRecordsQuery,
  run: ({ db }, _call, query) => selectAllUsageRecords(db, query),
});

/** The entries of all partners' credit ledgers, newest first. */
export const listLedgerEntries = operation({
  name: 'bookkeeping.list_ledger_entries',
  permission: 'administrator',
  params: nothing,
  input: listLedgerEntriesQuery,
  run: ({ db }, _call, query) => selectAllLedgerEntries(db, query),
});
