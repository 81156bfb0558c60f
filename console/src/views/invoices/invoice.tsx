import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getInvoiceOptions,
  listInvoiceCreditNotesOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { downloadInvoicePdf, downloadInvoiceXml } from '../../api/generated/client/sdk.gen.ts';
import type { GetInvoiceResponse } from '../../api/generated/client/types.gen.ts';
import type { Column } from '../../components/column.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Page, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { saveFile } from '../../lib/save-file.ts';
import { PayButton } from '../credits/pay-button.tsx';
import { CreditNotePdf } from './credit-notes.tsx';
import { InvoiceStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/invoices/$number');

type Invoice = GetInvoiceResponse['data'];
type Line = Invoice['line_items'][number];
type Payment = Invoice['payments'][number];

/** An invoice with its lines, totals and credit notes. */
export default function InvoiceView() {
  const { number } = route.useParams();
  const t = useTranslations(translations);
  const path = { invoiceNumber: number };
  const query = useQuery(getInvoiceOptions({ path }));
  // Beside the invoice, which says only later whether there are any.
  usePrefetchQuery(listInvoiceCreditNotesOptions({ path }));
  const pdf = useMutation({
    mutationFn: async () => saveFile(await downloadInvoicePdf({ path, parseAs: 'blob', throwOnError: true })),
    onError: showError,
  });
  const xml = useMutation({
    mutationFn: async () => saveFile(await downloadInvoiceXml({ path, parseAs: 'blob', throwOnError: true })),
    onError: showError,
  });
  return (
    <Page
      title={t.singular(number)}
      actions={
        query.data && (
          <Group gap="sm">
            {query.data.data.status !== 'void' && (
              <Button variant="default" loading={xml.isPending} onClick={() => xml.mutate()}>
                {t.xml}
              </Button>
            )}
            <Button
              variant={query.data.data.amount_due > 0 ? 'default' : 'filled'}
              loading={pdf.isPending}
              onClick={() => pdf.mutate()}
            >
              {t.pdf}
            </Button>
            {query.data.data.payable && <PayButton number={number} />}
          </Group>
        )
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Summary invoice={data} />
            <Section title={t.lines}>
              <Lines invoice={data} />
            </Section>
            {data.payments.length > 0 && (
              <Section title={t.payments}>
                <Payments payments={data.payments} />
              </Section>
            )}
            {data.amount_credited > 0 && (
              <Section title={t.creditNotes}>
                <CreditNotes number={number} />
              </Section>
            )}
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Summary({ invoice }: { invoice: Invoice }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const {
    period_start: start,
    period_end: end,
    issued_at: issued,
    due_at: due,
    paid_at: paid,
    voided_at: voided,
  } = invoice;
  return (
    <Stack>
      <Group gap="sm">
        <InvoiceStatus invoice={invoice} />
        <Text size="sm">{t[invoice.billing_type]}</Text>
      </Group>
      <DescriptionList>
        <DescriptionItem name={t.total} isMain>
          {money(invoice.total_amount)}
        </DescriptionItem>
        <DescriptionItem name={t.subtotal}>{money(invoice.subtotal)}</DescriptionItem>
        <DescriptionItem name={t.tax}>{money(invoice.tax_amount)}</DescriptionItem>
        <DescriptionItem name={t.amountPaid}>{money(invoice.amount_paid)}</DescriptionItem>
        {invoice.amount_credited > 0 && (
          <DescriptionItem name={t.amountCredited}>{money(invoice.amount_credited)}</DescriptionItem>
        )}
        {invoice.amount_due > 0 && <DescriptionItem name={t.amountDue}>{money(invoice.amount_due)}</DescriptionItem>}
        {invoice.amount_overpaid > 0 && (
          <DescriptionItem name={t.amountOverpaid}>{money(invoice.amount_overpaid)}</DescriptionItem>
        )}
        <DescriptionItem name={t.billedTo}>
          {invoice.billing_name}
          {invoice.billing_address && `, ${invoice.billing_address}`}
        </DescriptionItem>
        {start && end && (
          <DescriptionItem name={t.period}>{`${format.day(start)} – ${format.day(end)}`}</DescriptionItem>
        )}
        {issued && (
          <DescriptionItem name={t.issued}>
            <DateTime at={issued} precision="day" />
          </DescriptionItem>
        )}
        {due && (
          <DescriptionItem name={t.due}>
            <DateTime at={due} precision="day" />
          </DescriptionItem>
        )}
        {voided && (
          <DescriptionItem name={t.voidedAt}>
            <DateTime at={voided} precision="day" />
          </DescriptionItem>
        )}
        {paid && (
          <DescriptionItem name={t.paidAt}>
            <DateTime at={paid} precision="day" />
          </DescriptionItem>
        )}
      </DescriptionList>
    </Stack>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const columns: Column<Line & { id: number }>[] = [
    { header: t.description, cell: (line) => line.description },
    { header: t.quantity, cell: (line) => format.number(Number(line.quantity)), from: 'sm', align: 'right' },
    { header: t.unitAmount, cell: (line) => money(line.unit_amount), from: 'sm', align: 'right' },
    { header: t.tax, cell: (line) => format.percent(Number(line.tax_rate)), from: 'md', align: 'right' },
    { header: t.amount, cell: (line) => money(line.amount), align: 'right' },
  ];
  const rows = invoice.line_items.map((line, id) => ({ ...line, id }));
  return <DataTable rows={rows} columns={columns} label={t.lines} isFetching={false} />;
}

/** What was received and given back, in the order in which it became known. */
function Payments({ payments }: { payments: Payment[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const columns: Column<Payment & { id: number }>[] = [
    { header: t.kind, cell: (payment) => t[payment.kind] },
    { header: t.gateway, cell: (payment) => payment.gateway ?? '–', from: 'sm' },
    { header: t.reference, cell: (payment) => payment.reference ?? '–', from: 'md' },
    {
      header: t.receivedAt,
      cell: (payment) => <DateTime at={payment.received_at ?? payment.recorded_at} precision="day" />,
      from: 'sm',
    },
    { header: t.amount, cell: (payment) => format.money(payment.amount, payment.currency), align: 'right' },
  ];
  const rows = payments.map((payment, id) => ({ ...payment, id }));
  return <DataTable rows={rows} columns={columns} label={t.payments} isFetching={false} />;
}

function CreditNotes({ number }: { number: string }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const query = useQuery(listInvoiceCreditNotesOptions({ path: { invoiceNumber: number } }));
  return (
    <QueryContent query={query}>
      {({ data }) => (
        <DataTable
          rows={data.map((note) => ({ ...note, id: note.credit_note_number }))}
          columns={[
            { header: t.number, cell: (note) => note.credit_note_number },
            { header: t.reason, cell: (note) => note.reason, from: 'sm' },
            { header: t.created, cell: (note) => <DateTime at={note.created_at} precision="day" />, from: 'sm' },
            { header: t.amount, cell: (note) => format.money(note.amount, note.currency), align: 'right' },
            { header: t.file, cell: (note) => <CreditNotePdf number={note.credit_note_number} /> },
          ]}
          label={t.creditNotes}
          isFetching={query.isFetching}
        />
      )}
    </QueryContent>
  );
}
