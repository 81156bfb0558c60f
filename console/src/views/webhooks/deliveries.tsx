import { Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { listWebhookDeliveriesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Filters } from '../../components/filters.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { endOfDay, startOfDay } from '../../lib/day-range.ts';
import { pickLabels } from '../../lib/labels.ts';
import { EVENTS } from '../../lib/platform-events.ts';
import { pollEvery } from '../../lib/poll.ts';
import { DELIVERY_STATUSES, TEST_EVENT } from './model.ts';
import { DeliveryStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/webhooks/$id');
/** Deliveries arrive on their own, so the list is read again this often. */
const REFRESH_MS = 5_000;

/** The query of the deliveries that the address names. */
export function deliveriesOptions(
  webhookId: number,
  { from, to, ...search }: ReturnType<typeof route.useSearch>,
): ReturnType<typeof listWebhookDeliveriesOptions> {
  return listWebhookDeliveriesOptions({
    path: { id: webhookId },
    query: { ...search, since: startOfDay(from), until: endOfDay(to) },
  });
}

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const search = route.useSearch();
  return (
    <Stack component="section" aria-label={t.deliveries} gap="sm">
      <Title order={2} size="h5">
        {t.deliveries}
      </Title>
      <Filters
        filters={[
          { name: 'status', label: t.status, options: pickLabels(DELIVERY_STATUSES, t) },
          {
            name: 'event',
            label: t.event,
            options: Object.fromEntries([...EVENTS, TEST_EVENT].map((event) => [event, event])),
          },
          { name: 'from', label: t.from, type: 'day' },
          { name: 'to', label: t.to, type: 'day' },
        ]}
      />
      <PagedTable
        text={{ title: t.deliveries, empty: t.deliveriesEmpty, emptyText: t.deliveriesEmptyText }}
        query={{
          ...deliveriesOptions(webhookId, search),
          refetchInterval: pollEvery(REFRESH_MS),
        }}
        columns={[
          {
            header: t.event,
            cell: ({ attributes }) => attributes.event,
            link: ({ id }) => ({
              to: '/webhooks/$id/deliveries/$evt',
              params: { id: String(webhookId), evt: id },
            }),
          },
          { header: t.status, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
          { header: t.lastResponse, cell: ({ attributes }) => attributes.last_response_code ?? t.none, from: 'sm' },
          {
            header: t.attempts,
            cell: ({ attributes }) => format.number(attributes.attempts),
            from: 'md',
            align: 'right',
          },
          { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />, from: 'sm' },
        ]}
      />
    </Stack>
  );
}
