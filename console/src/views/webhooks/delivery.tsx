import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getWebhookDeliveryOptions,
  getWebhookDeliveryQueryKey,
  listWebhookAttemptsOptions,
  resendWebhookDeliveryMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListWebhookAttemptsResponse, WebhookDeliveryDetail } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { BACK_LINK } from '../../lib/back-link.ts';
import { Attempts } from './attempts.tsx';
import { failureKindOf, TEST_EVENT } from './model.ts';
import { DeliveryStatus } from './status.tsx';
import { TestButton } from './test-button.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/webhooks/$id/deliveries/$evt');
/** Polling interval while a delivery is pending. */
const REFRESH_MS = 2_000;

/** A delivery: failure, attempts and request. */
export default function DeliveryView() {
  const { id, evt } = route.useParams();
  const t = useTranslations(translations);
  const path = { id: Number(id), evt };
  const query = useQuery({
    ...getWebhookDeliveryOptions({ path }),
    refetchInterval: ({ state }) => (state.data?.data.attributes.status === 'pending' ? REFRESH_MS : false),
  });
  const delivery = query.data?.data;
  const attempts = useQuery({
    ...listWebhookAttemptsOptions({ path }),
    // The last attempt may be recorded after the delivery has finished.
    refetchInterval: ({ state }) => (delivery && isBehind(delivery, state.data) ? REFRESH_MS : false),
  });
  return (
    <Page
      title={delivery ? t.delivery(delivery.attributes.event) : evt}
      actions={delivery && <Again delivery={delivery} path={path} />}
    >
      <Link {...BACK_LINK} to="/webhooks/$id" params={{ id }}>
        {t.singular(`#${id}`)}
      </Link>
      <QueryContent query={query}>
        {({ data }) => (
          // At once with the attempts, which would push the request down.
          <QueryContent query={attempts}>
            {({ data: rows }) => (
              <Stack>
                <Summary delivery={data} />
                {data.attributes.event === TEST_EVENT && <Text size="sm">{t.isTest}</Text>}
                <Failure delivery={data} attempts={rows} />
                <Section title={t.attempts}>
                  <Attempts attempts={rows} />
                </Section>
                <Section title={t.request}>
                  <Request delivery={data} />
                </Section>
              </Stack>
            )}
          </QueryContent>
        )}
      </QueryContent>
    </Page>
  );
}

function isBehind({ attributes }: WebhookDeliveryDetail, attempts: ListWebhookAttemptsResponse | undefined): boolean {
  return attributes.status === 'pending' || (attempts?.data.at(-1)?.number ?? 0) < attributes.attempts;
}

function Summary({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const t = useTranslations(translations);
  const { id, attributes } = delivery;
  return (
    <Group gap="sm" aria-live="polite">
      <DeliveryStatus delivery={delivery} />
      <Code>{id}</Code>
      <Text size="sm">
        <DateTime at={attributes.created_at} />
      </Text>
      {attributes.next_attempt_at !== null && (
        <Text size="sm">
          {t.nextAttempt}: <DateTime at={attributes.next_attempt_at} precision="second" />
        </Text>
      )}
    </Group>
  );
}

/** Why the last attempt failed, and what to do. */
function Failure({
  delivery,
  attempts,
}: {
  delivery: WebhookDeliveryDetail;
  attempts: ListWebhookAttemptsResponse['data'];
}) {
  const t = useTranslations(translations);
  const last = attempts.at(-1);
  if (delivery.attributes.status === 'delivered' || last?.outcome !== 'failed') return null;
  return (
    <Alert color="red" variant="outline" title={t.why}>
      <Text size="sm" fw={600}>
        {last.error ?? t.noAnswer}
      </Text>
      <Text size="sm">{t[failureKindOf(last.response_code)]}</Text>
    </Alert>
  );
}

function Request({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const t = useTranslations(translations);
  const { request_body: body, url } = delivery.attributes;
  if (body === null) return <Text size="sm">{t.requestGone}</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Code>POST</Code> {url}
      </Text>
      <Text size="sm">{t.requestBody}</Text>
      <Code block tabIndex={0} role="group" aria-label={t.requestBody} className="pre-wrap">
        {body}
      </Code>
    </Stack>
  );
}

/** Sends an event again; of a test another one is sent. */
function Again({ delivery, path }: { delivery: WebhookDeliveryDetail; path: { id: number; evt: string } }) {
  const t = useTranslations(translations);
  if (delivery.attributes.event === TEST_EVENT) return <TestButton webhookId={path.id} label={t.testAgain} />;
  return <Resend delivery={delivery} path={path} />;
}

function Resend({ delivery, path }: { delivery: WebhookDeliveryDetail; path: { id: number; evt: string } }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const resend = useMutation({
    ...resendWebhookDeliveryMutation(),
    onSuccess: () => {
      notifications.show({ message: t.resentMessage });
      return queryClient.invalidateQueries({ queryKey: getWebhookDeliveryQueryKey({ path }) });
    },
    onError: showError,
  });
  if (delivery.attributes.request_body === null) return null;
  return (
    <Button loading={resend.isPending} onClick={() => resend.mutate({ path })}>
      {t.resend}
    </Button>
  );
}
