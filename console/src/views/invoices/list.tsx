import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listInvoicesOptions, summarizeInvoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { exportInvoicesAsCsv } from '../../api/generated/client/sdk.gen.ts';
import type { ListInvoicesResponse } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePermission } from '../../shell/me.ts';
import { STATUSES, TYPES } from './model.ts';
import { InvoiceStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/invoices');

/** All invoices with their totals. */
export default function InvoiceList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const mayEditIdentity = usePermission('manage_billing');
  const { from, to, page, per_page, ...kind } = route.useSearch();
  const period = { start_date: from, end_date: to };
  const csv = useMutation({
    mutationFn: async () => saveFile(await exportInvoicesAsCsv({ query: { ...kind, ...period }, throwOnError: true })),
    onError: showError,
  });
  return (
    <ListView
      text={t}
      actions={
        <>
          {mayEditIdentity && (
            <Button variant="default" renderRoot={(props) => <Link to="/invoices/identity" {...props} />}>
              {t.identity}
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <Link to="/invoices/credit-notes" {...props} />}>
            {t.creditNotes}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/usage" {...props} />}>
            {t.usage}
          </Button>
          <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
            {t.csv}
          </Button>
        </>
      }
      filters={[
        { name: 'type', label: t.type, options: pickLabels(TYPES, t) },
        { name: 'status', label: t.status, options: pickLabels(STATUSES, t) },
        { name: 'from', label: t.from, type: 'utc-day' },
        { name: 'to', label: t.to, type: 'utc-day' },
      ]}
      firstStep={
        <Button variant="default" renderRoot={(props) => <Link to="/credits" {...props} />}>
          {t.firstStep}
        </Button>
      }
      query={{ ...listInvoicesOptions({ query: { ...kind, ...period, page, per_page } }), select: toPage }}
      columns={[
        {
          header: t.number,
          cell: (invoice) => invoice.invoice_number,
          link: (invoice) => ({ to: '/invoices/$number', params: { number: invoice.invoice_number } }),
        },
        { header: t.status, cell: (invoice) => <InvoiceStatus invoice={invoice} />, from: 'xs' },
        { header: t.type, cell: (invoice) => t[invoice.billing_type], from: 'sm', sort: 'billing_type' },
        {
          header: t.total,
          cell: (invoice) => format.money(invoice.total_amount, invoice.currency),
          align: 'right',
          sort: 'total_amount',
        },
        {
          header: t.created,
          cell: (invoice) => <DateTime at={invoice.created_at} precision="day" />,
          from: 'md',
          sort: 'created_at',
        },
      ]}
    >
      <InvoiceTotals period={period} />
    </ListView>
  );
}

/** Converts the response to the shape of the other lists. */
function toPage({ data, pagination: { total, current_page, last_page } }: ListInvoicesResponse) {
  return {
    data: data.map((invoice) => ({ ...invoice, id: invoice.invoice_number })),
    meta: { total, page: current_page, last_page },
  };
}

/** Billed, paid and outstanding amounts of a period, one card per currency. */
function InvoiceTotals({ period }: { period: { start_date: string | undefined; end_date: string | undefined } }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const query = useQuery(summarizeInvoicesOptions({ query: period }));
  return (
    <QueryContent query={query}>
      {({ data }) => (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {data.by_currency.map(({ currency, count, total, paid, outstanding }) => (
            <Card key={currency} withBorder component="section" aria-label={`${t.totals} ${currency}`}>
              <Group justify="space-between">
                <Title order={2} size="h5">
                  {format.money(total, currency)}
                </Title>
                <Text size="sm">{t.billed(count)}</Text>
              </Group>
              <Text size="sm">
                {t.received}: {format.money(paid, currency)}
              </Text>
              <Text size="sm">
                {t.outstanding}: {format.money(outstanding, currency)}
              </Text>
            </Card>
          ))}
        </SimpleGrid>
      )}
    </QueryContent>
  );
}
