import { Button, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWebhooksOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { pollEvery } from '../../lib/poll.ts';
import { WebhookHealth } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/webhooks');
/** The health of a webhook changes with every delivery. */
const REFRESH_MS = 10_000;

/** All webhooks, newest first. */
export default function WebhookList() {
  const t = useTranslations(translations);
  return (
    <ListView
      text={t}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/webhooks/events" {...props} />}>
            {t.eventCatalog}
          </Button>
          <Button renderRoot={(props) => <Link to="/webhooks/new" {...props} />}>{t.add}</Button>
        </>
      }
      firstStep={
        <Button variant="default" renderRoot={(props) => <Link to="/webhooks/new" {...props} />}>
          {t.firstStep}
        </Button>
      }
      query={{ ...listWebhooksOptions({ query: route.useSearch() }), refetchInterval: pollEvery(REFRESH_MS) }}
      columns={[
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
          cell: ({ attributes: { last_triggered_at: at } }) => (at === null ? t.none : <DateTime at={at} relative />),
          from: 'md',
        },
      ]}
    />
  );
}
