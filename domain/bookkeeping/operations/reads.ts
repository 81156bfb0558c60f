import type { z } from 'zod';
import type { Db, Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { getPartnerById } from '../../partners/target.ts';
import { listAllInvoicesQuery, listLedgerEntriesQuery, listOrdersQuery, listUsageRecordsQuery } from '../schema.ts';
import { selectAllInvoices, selectAllLedgerEntries, selectAllOrders, selectAllUsageRecords } from '../store.ts';

/** Requires the partner of a filter: one that is not there is an error, as in a path. */
async function requirePartner({ db }: Pick<Deps, 'db'>, { partner_id: id }: { partner_id?: number | undefined }) {
  if (id !== undefined) await getPartnerById(db, id);
}

/** A list over all partners; a filter by partner names one that there is. */
function listOf<Input extends z.ZodType<{ partner_id?: number | undefined }>, Entry>(
  name: string,
  input: Input,
  select: (db: Db, query: z.output<Input>) => Promise<Page<Entry>>,
) {
  return operation({
    name: `bookkeeping.${name}`,
    permission: 'administrator',
    params: nothing,
    references: references({ partner_id: recordId }, (deps, _call, named) => requirePartner(deps, named)),
    input,
    async run(deps, _call, query) {
      await requirePartner(deps, query);
      return select(deps.db, query);
    },
  });
}

/** The issued invoices of all partners, newest first. */
export const listAllInvoices = listOf('list_invoices', listAllInvoicesQuery, selectAllInvoices);

/** The orders of all partners, newest first. */
export const listOrders = listOf('list_orders', listOrdersQuery, selectAllOrders);

/** The metered use of all partners, newest first. */
export const listUsageRecords = listOf('list_usage_records', listUsageRecordsQuery, selectAllUsageRecords);

/** The entries of all partners' credit ledgers, newest first. */
export const listLedgerEntries = listOf('list_ledger_entries', listLedgerEntriesQuery, selectAllLedgerEntries);
