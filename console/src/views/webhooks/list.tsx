import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWebhooksOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { WebhookHealth } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/webhooks');
/** Their health changes without anybody's doing. */
const REFRESH_MS = 10_000;

/** All webhooks, newest first. */
export function WebhookList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listWebhooksOptions({ query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/webhooks/events" {...props} />}>
            {t.eventCatalog}
          </Button>
          <Button renderRoot={(props) => <Link to="/webhooks/new" {...props} />}>{t.add}</Button>
        </>
      }
    >
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<Webhook>[] {
  const t = useTranslations(translations);
  return [
    {
      header: t.url,
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
    { header: t.health, cell: (webhook) => <WebhookHealth webhook={webhook} /> },
    {
      header: t.lastAnswer,
      cell: ({ attributes }) => attributes.last_response_code ?? t.none,
      from: 'sm',
      align: 'right',
    },
    {
      header: t.lastSent,
      cell: ({ attributes: { last_triggered_at: at } }) => (at === null ? t.none : <DateTime at={at} />),
      from: 'md',
    },
  ];
}
