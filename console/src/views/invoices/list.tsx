import { Button, Group } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listInvoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { exportInvoicesAsCsv } from '../../api/generated/client/sdk.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Day } from '../../components/day.tsx';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { showError } from '../../components/show-error.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { InvoiceTotals } from './invoice-totals.tsx';
import { type Invoice, STATUSES, TYPES } from './model.ts';
import { InvoiceStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/invoices');

/** All invoices with their sums; filters and page stand in the address. */
export function InvoiceList() {
  const t = useTranslations(translations);
  const { from, to, page, ...kind } = route.useSearch();
  const navigate = route.useNavigate();
  const filters = { ...kind, start_date: from, end_date: to };
  const query = useQuery({
    ...listInvoicesOptions({ query: { ...filters, page } }),
    placeholderData: keepPreviousData,
    select: ({ data, pagination: { total, current_page, last_page } }) => ({
      data: data.map((invoice) => ({ ...invoice, id: invoice.invoice_number })),
      meta: { total, page: current_page, total_pages: last_page },
    }),
  });
  const csv = useMutation({
    mutationFn: async () => saveFile(await exportInvoicesAsCsv({ query: filters, throwOnError: true })),
    onError: showError,
  });
  const filter = (changes: Partial<typeof kind & { from?: string; to?: string }>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }), replace: true });
  return (
    <Page
      title={t.title}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/invoices/usage" {...props} />}>
            {t.usage}
          </Button>
          <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
            {t.csv}
          </Button>
        </>
      }
    >
      <Group gap="sm" align="end">
        <Filter label={t.type} value={kind.type} options={pickLabels(TYPES, t)} onChange={(type) => filter({ type })} />
        <Filter
          label={t.status}
          value={kind.status}
          options={pickLabels(STATUSES, t)}
          onChange={(status) => filter({ status })}
        />
        <Day label={t.from} value={from} onChange={(day) => filter({ from: day })} />
        <Day label={t.to} value={to} onChange={(day) => filter({ to: day })} />
      </Group>
      <InvoiceTotals period={{ start_date: from, end_date: to }} />
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </Page>
  );
}

function useColumns(): Column<Invoice & { id: string }>[] {
  const t = useTranslations(translations);
  const format = useFormat();
  return [
    {
      header: t.number,
      cell: ({ invoice_number: number }) => (
        <Link to="/invoices/$number" params={{ number }}>
          {number}
        </Link>
      ),
    },
    { header: t.status, cell: (invoice) => <InvoiceStatus invoice={invoice} />, from: 'xs' },
    { header: t.type, cell: (invoice) => t[invoice.billing_type], from: 'sm' },
    {
      header: t.total,
      cell: (invoice) => format.money(invoice.total_amount, invoice.currency),
      align: 'right',
    },
    { header: t.created, cell: (invoice) => <DateTime at={invoice.created_at} precision="day" />, from: 'md' },
  ];
}
