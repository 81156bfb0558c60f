import { Badge } from '@mantine/core';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { type DeliveryState, type Health, healthOf } from './words.ts';

const COLORS: Record<Health | DeliveryState, string> = {
  healthy: 'green',
  idle: 'gray',
  failing: 'red',
  paused: 'orange',
  off: 'gray',
  disabled: 'red',
  unreadable: 'red',
  pending: 'blue',
  delivered: 'green',
  failed: 'red',
  skipped: 'gray',
};

/** How a webhook does. */
export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  return <Word of={healthOf(webhook)} />;
}

/** The state of a delivery. */
export function DeliveryStatus({ status }: { status: DeliveryState }) {
  return <Word of={status} />;
}

function Word({ of }: { of: Health | DeliveryState }) {
  const say = useTexts(texts);
  return (
    <Badge variant="dot" color={COLORS[of]} tt="none">
      {say[of]}
    </Badge>
  );
}
