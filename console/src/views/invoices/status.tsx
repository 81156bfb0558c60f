import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { Invoice } from './model.ts';
import { translations } from './translations.ts';

const COLORS: Record<Invoice['status'] | 'overdue', string> = {
  draft: 'gray.6',
  open: 'blue',
  paid: 'green',
  void: 'gray.6',
  uncollectible: 'red',
  overdue: 'red',
};

/** Status of an invoice. Overdue replaces open. */
export function InvoiceStatus({ invoice }: { invoice: Pick<Invoice, 'status' | 'overdue'> }) {
  const t = useTranslations(translations);
  const word = invoice.overdue ? 'overdue' : invoice.status;
  return <StatusBadge color={COLORS[word]}>{t[word]}</StatusBadge>;
}
