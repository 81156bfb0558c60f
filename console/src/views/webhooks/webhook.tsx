import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getWebhookOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pollEvery } from '../../lib/poll.ts';
import { Actions } from './actions.tsx';
import { Deliveries, deliveriesOptions } from './deliveries.tsx';
import { failureKindOf, healthOf } from './model.ts';
import { WebhookHealth } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/webhooks/$id');
/** The health of a webhook changes with every delivery. */
const REFRESH_MS = 10_000;

/** A webhook: health, events and deliveries. */
export default function WebhookView() {
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const query = useQuery({
    ...getWebhookOptions({ path: { id: Number(id) } }),
    refetchInterval: pollEvery(REFRESH_MS),
  });
  usePrefetchQuery(deliveriesOptions(Number(id), route.useSearch()));
  return (
    <Page
      title={query.data?.data.attributes.description || t.singular(`#${id}`)}
      actions={query.data && <Actions webhook={query.data.data} />}
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Summary webhook={data} />
            <Deliveries webhookId={data.id} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Summary({ webhook }: { webhook: Webhook }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { attributes } = webhook;
  return (
    <>
      <Text>{attributes.url}</Text>
      <HealthAlert webhook={webhook} />
      <Section title={t.health}>
        <DescriptionList>
          <DescriptionItem name={t.status}>
            <WebhookHealth webhook={webhook} />
          </DescriptionItem>
          <DescriptionItem name={t.failures}>{format.number(attributes.failure_count)}</DescriptionItem>
          <DescriptionItem name={t.lastAnswer}>{attributes.last_response_code ?? t.none}</DescriptionItem>
          <DescriptionItem name={t.lastSent}>
            {attributes.last_triggered_at === null ? t.none : <DateTime at={attributes.last_triggered_at} />}
          </DescriptionItem>
        </DescriptionList>
        <Group gap="xs" mt="md" role="group" aria-label={t.events}>
          <Text size="sm" c="dimmed" w="100%">
            {t.events}
          </Text>
          {attributes.events.map((event) => (
            <Badge key={event} variant="default" tt="none">
              {event}
            </Badge>
          ))}
        </Group>
      </Section>
    </>
  );
}

/** Why nothing is sent or delivered, and what to do. */
function HealthAlert({ webhook }: { webhook: Webhook }) {
  const t = useTranslations(translations);
  const health = healthOf(webhook);
  if (health === 'healthy' || health === 'idle' || health === 'off') return null;
  return (
    <Alert variant="outline" color={health === 'paused' ? 'orange' : 'red'} title={t[health]}>
      {health === 'failing' && <Text size="sm">{t[failureKindOf(webhook.attributes.last_response_code)]}</Text>}
      {webhook.attributes.disabled_reason && <Text size="sm">{webhook.attributes.disabled_reason}</Text>}
      <Text size="sm">{t[`${health}Text`]}</Text>
    </Alert>
  );
}
