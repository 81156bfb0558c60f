import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWebhookDeliveriesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WebhookDelivery } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Day } from '../../components/day.tsx';
import { Filter } from '../../components/filter.tsx';
import { type Column, DataTable } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { endOfDay, startOfDay } from '../../lib/day-range.ts';
import { pickLabels } from '../../lib/labels.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { DELIVERY_STATUSES } from './model.ts';
import { DeliveryStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/webhooks/$id');
/** What happens is delivered without anybody's doing. */
const REFRESH_MS = 5_000;

/** What was sent to a webhook, newest first; filters and place in the list stand in the address. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const t = useTranslations(translations);
  const { from, to, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listWebhookDeliveriesOptions({
      path: { id: webhookId },
      query: { ...search, since: startOfDay(from), until: endOfDay(to) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const filter = (changes: Partial<typeof search & { from?: string; to?: string }>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, cursor: undefined }), replace: true });
  const goTo = (cursor: string | undefined) => void navigate({ search: (before) => ({ ...before, cursor }) });
  const columns = useColumns(webhookId);
  return (
    <Stack component="section" aria-label={t.deliveries} gap="sm">
      <Title order={2} size="h5">
        {t.deliveries}
      </Title>
      <Group gap="sm" align="end">
        <Filter
          label={t.status}
          value={search.status}
          options={pickLabels(DELIVERY_STATUSES, t)}
          onChange={(status) => filter({ status })}
        />
        <Filter
          label={t.event}
          value={search.event}
          options={Object.fromEntries(EVENTS.map((event) => [event, event])) as Record<EventName, string>}
          onChange={(event) => filter({ event })}
        />
        <Day label={t.from} value={from} onChange={(day) => filter({ from: day })} />
        <Day label={t.to} value={to} onChange={(day) => filter({ to: day })} />
      </Group>
      <Paper withBorder>
        <QueryContent query={query}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState title={t.deliveriesEmpty}>{t.deliveriesEmptyText}</EmptyState>
            ) : (
              <>
                <DataTable rows={data} columns={columns} label={t.deliveries} isFetching={query.isFetching} />
                {(search.cursor !== undefined || meta.next_cursor !== null) && (
                  <Group p="sm" gap="xs">
                    <Button
                      size="xs"
                      variant="default"
                      disabled={search.cursor === undefined}
                      onClick={() => goTo(undefined)}
                    >
                      {t.newest}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={meta.next_cursor === null}
                      onClick={() => goTo(meta.next_cursor ?? undefined)}
                    >
                      {t.older}
                    </Button>
                  </Group>
                )}
              </>
            )
          }
        </QueryContent>
      </Paper>
    </Stack>
  );
}

function useColumns(webhookId: number): Column<WebhookDelivery>[] {
  const t = useTranslations(translations);
  const format = useFormat();
  return [
    {
      header: t.event,
      cell: ({ id, attributes }) => (
        <Link to="/webhooks/$id/deliveries/$evt" params={{ id: String(webhookId), evt: id }}>
          {attributes.event}
        </Link>
      ),
    },
    { header: t.status, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    { header: t.answer, cell: ({ attributes }) => attributes.last_response_code ?? t.none, from: 'sm' },
    {
      header: t.attempts,
      cell: ({ attributes }) => format.number(attributes.attempts),
      from: 'md',
      align: 'right',
    },
    { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'sm' },
  ];
}
