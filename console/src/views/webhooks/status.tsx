import type { Webhook, WebhookDelivery } from '../../api/generated/client/types.gen.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { type DisplayStatus, displayStatusOf, type Health, healthOf } from './model.ts';
import { translations } from './translations.ts';

const COLORS: Record<Health | DisplayStatus, string> = {
  healthy: 'green',
  idle: 'gray.6',
  failing: 'red',
  paused: 'orange',
  off: 'gray.6',
  disabled: 'red',
  unreadable: 'red',
  pending: 'blue',
  retrying: 'orange',
  delivered: 'green',
  failed: 'red',
  skipped: 'gray.6',
};

/** Health of a webhook. */
export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  return <Status status={healthOf(webhook)} />;
}

/** Status of a delivery. */
export function DeliveryStatus({ delivery }: { delivery: Pick<WebhookDelivery, 'attributes'> }) {
  return <Status status={displayStatusOf(delivery)} />;
}

function Status({ status }: { status: Health | DisplayStatus }) {
  const t = useTranslations(translations);
  return <StatusBadge color={COLORS[status]}>{t[status]}</StatusBadge>;
}
