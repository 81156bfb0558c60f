import { Button, Group } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listInvoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { exportInvoicesAsCsv } from '../../api/generated/client/sdk.gen.ts';
import { Day } from '../../components/day.tsx';
import { Filter } from '../../components/filter.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { saveFile } from '../../lib/save-file.ts';
import { wordsOf } from '../../lib/words.ts';
import { InvoiceStatus } from './status.tsx';
import { Sums } from './sums.tsx';
import { texts } from './texts.ts';
import { type Invoice, STATUSES, TYPES } from './words.ts';

const route = getRouteApi('/invoices');

/** All invoices with their sums; filters and page stand in the address. */
export function InvoiceList() {
  const say = useTexts(texts);
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
    onError: showProblem,
  });
  const filter = (changes: Partial<typeof kind & { from?: string; to?: string }>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }), replace: true });
  return (
    <Page
      title={say.title}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/invoices/usage" {...props} />}>
            {say.usage}
          </Button>
          <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
            {say.csv}
          </Button>
        </>
      }
    >
      <Group gap="sm" align="end">
        <Filter
          label={say.type}
          value={kind.type}
          options={wordsOf(TYPES, say)}
          onChange={(type) => filter({ type })}
        />
        <Filter
          label={say.status}
          value={kind.status}
          options={wordsOf(STATUSES, say)}
          onChange={(status) => filter({ status })}
        />
        <Day label={say.from} value={from} onChange={(day) => filter({ from: day })} />
        <Day label={say.to} value={to} onChange={(day) => filter({ to: day })} />
      </Group>
      <Sums period={{ start_date: from, end_date: to }} />
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </Page>
  );
}

function useColumns(): Column<Invoice & { id: string }>[] {
  const say = useTexts(texts);
  const format = useFormat();
  return [
    {
      header: say.number,
      cell: ({ invoice_number: number }) => (
        <Link to="/invoices/$number" params={{ number }}>
          {number}
        </Link>
      ),
    },
    { header: say.status, cell: (invoice) => <InvoiceStatus invoice={invoice} />, from: 'xs' },
    { header: say.type, cell: (invoice) => say[invoice.billing_type], from: 'sm' },
    {
      header: say.total,
      cell: (invoice) => format.money(invoice.total_amount, invoice.currency),
      align: 'right',
    },
    { header: say.created, cell: (invoice) => <Moment at={invoice.created_at} to="day" />, from: 'md' },
  ];
}
