import { Badge } from '@mantine/core';
import type { Webhook, WebhookDelivery } from '../../api/generated/client/types.gen.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { type DeliveryWord, deliveryWordOf, type Health, healthOf } from './words.ts';

const COLORS: Record<Health | DeliveryWord, string> = {
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

/** How a webhook does. */
export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  return <Word of={healthOf(webhook)} />;
}

/** The state of a delivery. */
export function DeliveryStatus({ delivery }: { delivery: Pick<WebhookDelivery, 'attributes'> }) {
  return <Word of={deliveryWordOf(delivery)} />;
}

function Word({ of }: { of: Health | DeliveryWord }) {
  const say = useTexts(texts);
  return (
    <Badge variant="dot" color={COLORS[of]} tt="none">
      {say[of]}
    </Badge>
  );
}
