import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWebhookDeliveriesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WebhookDelivery } from '../../api/generated/client/types.gen.ts';
import { Day } from '../../components/day.tsx';
import { Filter } from '../../components/filter.tsx';
import { Moment } from '../../components/moment.tsx';
import { type Column, Rows } from '../../components/paged-list.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { endOf, startOf } from '../../lib/day-range.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { wordsOf } from '../../lib/words.ts';
import { DeliveryStatus } from './status.tsx';
import { texts } from './texts.ts';
import { DELIVERY_STATES } from './words.ts';

const route = getRouteApi('/webhooks/$id');
/** What happens is delivered without anybody's doing. */
const REFRESH_MS = 5_000;

/** What was sent to a webhook, newest first; filters and place in the list stand in the address. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const say = useTexts(texts);
  const { from, to, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listWebhookDeliveriesOptions({
      path: { id: webhookId },
      query: { ...search, since: startOf(from), until: endOf(to) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const filter = (changes: Partial<typeof search & { from?: string; to?: string }>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, cursor: undefined }), replace: true });
  const goTo = (cursor: string | undefined) => void navigate({ search: (before) => ({ ...before, cursor }) });
  const columns = useColumns(webhookId);
  return (
    <Stack component="section" aria-label={say.deliveries} gap="sm">
      <Title order={2} size="h5">
        {say.deliveries}
      </Title>
      <Group gap="sm" align="end">
        <Filter
          label={say.status}
          value={search.status}
          options={wordsOf(DELIVERY_STATES, say)}
          onChange={(status) => filter({ status })}
        />
        <Filter
          label={say.event}
          value={search.event}
          options={Object.fromEntries(EVENTS.map((event) => [event, event])) as Record<EventName, string>}
          onChange={(event) => filter({ event })}
        />
        <Day label={say.from} value={from} onChange={(day) => filter({ from: day })} />
        <Day label={say.to} value={to} onChange={(day) => filter({ to: day })} />
      </Group>
      <Paper withBorder>
        <Loaded query={query}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty title={say.deliveriesEmpty}>{say.deliveriesEmptyText}</Empty>
            ) : (
              <>
                <Rows rows={data} columns={columns} label={say.deliveries} isBusy={query.isFetching} />
                {(search.cursor !== undefined || meta.next_cursor !== null) && (
                  <Group p="sm" gap="xs">
                    <Button
                      size="xs"
                      variant="default"
                      disabled={search.cursor === undefined}
                      onClick={() => goTo(undefined)}
                    >
                      {say.newest}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={meta.next_cursor === null}
                      onClick={() => goTo(meta.next_cursor ?? undefined)}
                    >
                      {say.older}
                    </Button>
                  </Group>
                )}
              </>
            )
          }
        </Loaded>
      </Paper>
    </Stack>
  );
}

function useColumns(webhookId: number): Column<WebhookDelivery>[] {
  const say = useTexts(texts);
  const format = useFormat();
  return [
    {
      header: say.event,
      cell: ({ id, attributes }) => (
        <Link to="/webhooks/$id/deliveries/$evt" params={{ id: String(webhookId), evt: id }}>
          {attributes.event}
        </Link>
      ),
    },
    { header: say.status, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    { header: say.answer, cell: ({ attributes }) => attributes.last_response_code ?? say.none, from: 'sm' },
    {
      header: say.attempts,
      cell: ({ attributes }) => format.number(attributes.attempts),
      from: 'md',
      align: 'right',
    },
    { header: say.created, cell: ({ attributes }) => <Moment at={attributes.created_at} />, from: 'sm' },
  ];
}
