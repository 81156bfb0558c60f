import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getInvoiceOptions,
  listInvoiceCreditNotesOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { downloadInvoicePdf } from '../../api/generated/client/sdk.gen.ts';
import type { GetInvoiceResponse } from '../../api/generated/client/types.gen.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Rows } from '../../components/paged-list.tsx';
import { Section } from '../../components/section.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { saveFile } from '../../lib/save-file.ts';
import { InvoiceStatus } from './status.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/invoices/$number');

type Invoice = GetInvoiceResponse['data'];
type Line = Invoice['line_items'][number];

/** An invoice with its lines, its sums and what was given back. */
export function InvoiceView() {
  const { number } = route.useParams();
  const say = useTexts(texts);
  const path = { invoiceNumber: number };
  const query = useQuery(getInvoiceOptions({ path }));
  const pdf = useMutation({
    mutationFn: async () => saveFile(await downloadInvoicePdf({ path, parseAs: 'blob', throwOnError: true })),
    onError: showProblem,
  });
  return (
    <Page
      title={say.one(number)}
      actions={
        query.data && (
          <Button loading={pdf.isPending} onClick={() => pdf.mutate()}>
            {say.pdf}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ data }) => (
          <Stack>
            <Summary invoice={data} />
            <Section title={say.lines}>
              <Lines invoice={data} />
            </Section>
            {data.amount_credited > 0 && (
              <Section title={say.creditNotes}>
                <CreditNotes number={number} />
              </Section>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ invoice }: { invoice: Invoice }) {
  const say = useTexts(texts);
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const { period_start: start, period_end: end, issued_at: issued, due_at: due, paid_at: paid } = invoice;
  return (
    <Stack>
      <Group gap="sm">
        <InvoiceStatus invoice={invoice} />
        <Text size="sm">{say[invoice.billing_type]}</Text>
      </Group>
      <Facts>
        <Fact name={say.total}>{money(invoice.total_amount)}</Fact>
        <Fact name={say.subtotal}>{money(invoice.subtotal)}</Fact>
        <Fact name={say.tax}>{money(invoice.tax_amount)}</Fact>
        <Fact name={say.amountPaid}>{money(invoice.amount_paid)}</Fact>
        {invoice.amount_credited > 0 && <Fact name={say.amountCredited}>{money(invoice.amount_credited)}</Fact>}
        <Fact name={say.billedTo}>
          {invoice.billing_name}
          {invoice.billing_address && `, ${invoice.billing_address}`}
        </Fact>
        {start && end && <Fact name={say.period}>{`${format.day(start)} – ${format.day(end)}`}</Fact>}
        {issued && (
          <Fact name={say.issued}>
            <Moment at={issued} to="day" />
          </Fact>
        )}
        {due && (
          <Fact name={say.due}>
            <Moment at={due} to="day" />
          </Fact>
        )}
        {paid && (
          <Fact name={say.paidAt}>
            <Moment at={paid} to="day" />
          </Fact>
        )}
      </Facts>
    </Stack>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const say = useTexts(texts);
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const columns: Column<Line & { id: number }>[] = [
    { header: say.description, cell: (line) => line.description },
    { header: say.quantity, cell: (line) => format.number(Number(line.quantity)), from: 'sm', align: 'right' },
    { header: say.unitAmount, cell: (line) => money(line.unit_amount), from: 'sm', align: 'right' },
    { header: say.tax, cell: (line) => format.percent(Number(line.tax_rate)), from: 'md', align: 'right' },
    { header: say.amount, cell: (line) => money(line.amount), align: 'right' },
  ];
  const rows = invoice.line_items.map((line, id) => ({ ...line, id }));
  return <Rows rows={rows} columns={columns} label={say.lines} isBusy={false} />;
}

function CreditNotes({ number }: { number: string }) {
  const say = useTexts(texts);
  const format = useFormat();
  const query = useQuery(listInvoiceCreditNotesOptions({ path: { invoiceNumber: number } }));
  return (
    <Loaded query={query}>
      {({ data }) => (
        <Rows
          rows={data.map((note) => ({ ...note, id: note.credit_note_number }))}
          columns={[
            { header: say.number, cell: (note) => note.credit_note_number },
            { header: say.reason, cell: (note) => note.reason, from: 'sm' },
            { header: say.created, cell: (note) => <Moment at={note.created_at} to="day" />, from: 'sm' },
            { header: say.amount, cell: (note) => format.money(note.amount, note.currency), align: 'right' },
          ]}
          label={say.creditNotes}
          isBusy={query.isFetching}
        />
      )}
    </Loaded>
  );
}
