import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWebhooksOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { WebhookHealth } from './status.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/webhooks');
/** Their health changes without anybody's doing. */
const REFRESH_MS = 10_000;

/** All webhooks, newest first. */
export function WebhookList() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listWebhooksOptions({ query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/webhooks/events" {...props} />}>
            {say.catalogue}
          </Button>
          <Button renderRoot={(props) => <Link to="/webhooks/new" {...props} />}>{say.add}</Button>
        </>
      }
    >
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<Webhook>[] {
  const say = useTexts(texts);
  return [
    {
      header: say.url,
      cell: ({ id, attributes }) => (
        <>
          <Link to="/webhooks/$id" params={{ id: String(id) }}>
            {attributes.url}
          </Link>
          {attributes.description && (
            <Text size="xs" c="dimmed">
              {attributes.description}
            </Text>
          )}
        </>
      ),
    },
    { header: say.health, cell: (webhook) => <WebhookHealth webhook={webhook} /> },
    {
      header: say.lastAnswer,
      cell: ({ attributes }) => attributes.last_response_code ?? say.none,
      from: 'sm',
      align: 'right',
    },
    {
      header: say.lastSent,
      cell: ({ attributes: { last_triggered_at: at } }) => (at === null ? say.none : <Moment at={at} />),
      from: 'md',
    },
  ];
}
