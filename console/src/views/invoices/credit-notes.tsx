import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCreditNotesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { downloadCreditNotePdf } from '../../api/generated/client/sdk.gen.ts';
import type { ListCreditNotesResponse } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { BACK_LINK } from '../../lib/back-link.ts';
import { pickLabels } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { TYPES } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/invoices/credit-notes');

/** All credit notes. */
export default function CreditNoteList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const { from, to, ...search } = route.useSearch();
  return (
    <ListView
      text={{ title: t.creditNotes, empty: t.noCreditNotes, emptyText: t.noCreditNotesText }}
      firstStep={
        <Button variant="default" renderRoot={(props) => <Link {...BACK_LINK} to="/invoices" {...props} />}>
          {t.toInvoices}
        </Button>
      }
      filters={[
        { name: 'type', label: t.type, options: pickLabels(TYPES, t) },
        { name: 'from', label: t.from, type: 'utc-day' },
        { name: 'to', label: t.to, type: 'utc-day' },
      ]}
      query={{ ...listCreditNotesOptions({ query: { ...search, start_date: from, end_date: to } }), select: toPage }}
      columns={[
        { header: t.number, cell: (note) => note.credit_note_number },
        {
          header: t.invoice,
          cell: (note) => note.invoice_number,
          link: (note) => ({ to: '/invoices/$number', params: { number: note.invoice_number } }),
        },
        { header: t.reason, cell: (note) => note.reason, from: 'md' },
        { header: t.amount, cell: (note) => format.money(note.amount, note.currency), align: 'right' },
        {
          header: t.created,
          cell: (note) => <DateTime at={note.created_at} precision="day" />,
          from: 'sm',
          sort: 'created_at',
        },
        { header: t.file, cell: (note) => <CreditNotePdf number={note.credit_note_number} /> },
      ]}
    />
  );
}

function toPage({ data, meta }: ListCreditNotesResponse) {
  return { data: data.map((note) => ({ ...note, id: note.credit_note_number })), meta };
}

/** A button that saves the PDF file of a credit note. */
export function CreditNotePdf({ number }: { number: string }) {
  const t = useTranslations(translations);
  const path = { creditNoteNumber: number };
  const pdf = useMutation({
    mutationFn: async () => saveFile(await downloadCreditNotePdf({ path, parseAs: 'blob', throwOnError: true })),
    onError: showError,
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={t.pdfOf(number)}
      loading={pdf.isPending}
      onClick={() => pdf.mutate()}
    >
      PDF
    </Button>
  );
}
