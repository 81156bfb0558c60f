import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getWebhookDeliveryOptions,
  getWebhookDeliveryQueryKey,
  getWebhookOptions,
  listWebhookAttemptsOptions,
  resendWebhookDeliveryMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListWebhookAttemptsResponse, WebhookDeliveryDetail } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryStatus } from './status.tsx';
import { texts } from './texts.ts';
import { faultOf } from './words.ts';

const route = getRouteApi('/webhooks/$id/deliveries/$evt');
/** While something is on its way, it is asked for this often. */
const REFRESH_MS = 2_000;

/** A delivery: why it failed, what was sent, and what each attempt was answered. */
export function DeliveryView() {
  const { id, evt } = route.useParams();
  const say = useTexts(texts);
  const path = { id: Number(id), evt };
  const query = useQuery({
    ...getWebhookDeliveryOptions({ path }),
    refetchInterval: ({ state }) => (state.data?.data.attributes.status === 'pending' ? REFRESH_MS : false),
  });
  const delivery = query.data?.data;
  const attempts = useQuery({
    ...listWebhookAttemptsOptions({ path }),
    // The delivery may be over before the last of its attempts was read.
    refetchInterval: ({ state }) => (delivery && isBehind(delivery, state.data) ? REFRESH_MS : false),
  });
  return (
    <Page
      title={delivery ? say.delivery(delivery.attributes.event) : evt}
      actions={delivery && <Resend delivery={delivery} path={path} />}
    >
      <Link to="/webhooks/$id" params={{ id }}>
        {say.one(`#${id}`)}
      </Link>
      <Loaded query={query}>
        {({ data }) => (
          <Stack>
            <Summary delivery={data} />
            <Loaded query={attempts}>{({ data: rows }) => <Failure delivery={data} attempts={rows} />}</Loaded>
            <Section title={say.attempts}>
              <Loaded query={attempts}>{({ data: rows }) => <Attempts attempts={rows} />}</Loaded>
            </Section>
            <Section title={say.request}>
              <Request delivery={data} webhookId={path.id} />
            </Section>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function isBehind({ attributes }: WebhookDeliveryDetail, attempts: ListWebhookAttemptsResponse | undefined): boolean {
  return attributes.status === 'pending' || (attempts?.data.at(-1)?.number ?? 0) < attributes.attempts;
}

function Summary({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const say = useTexts(texts);
  const { id, attributes } = delivery;
  return (
    <Group gap="sm" aria-live="polite">
      <DeliveryStatus delivery={delivery} />
      <Code>{id}</Code>
      <Text size="sm">
        <Moment at={attributes.created_at} />
      </Text>
      {attributes.next_attempt_at !== null && (
        <Text size="sm">
          {say.nextAttempt}: <Moment at={attributes.next_attempt_at} to="second" />
        </Text>
      )}
    </Group>
  );
}

/** The reason and what to do about it, before everything else that is known. */
function Failure({
  delivery,
  attempts,
}: {
  delivery: WebhookDeliveryDetail;
  attempts: ListWebhookAttemptsResponse['data'];
}) {
  const say = useTexts(texts);
  const last = attempts.at(-1);
  if (delivery.attributes.status === 'delivered' || last?.outcome !== 'failed') return null;
  return (
    <Alert color="red" variant="outline" title={say.why}>
      <Text size="sm" fw={600}>
        {last.error ?? say.noAnswer}
      </Text>
      <Text size="sm">{say[faultOf(last.response_code)]}</Text>
    </Alert>
  );
}

function Request({ delivery, webhookId }: { delivery: WebhookDeliveryDetail; webhookId: number }) {
  const say = useTexts(texts);
  const webhook = useQuery(getWebhookOptions({ path: { id: webhookId } }));
  const { request_body: body } = delivery.attributes;
  if (body === null) return <Text size="sm">{say.requestGone}</Text>;
  return (
    <Stack gap="xs">
      {webhook.data && (
        <Text size="sm">
          <Code>POST</Code> {webhook.data.data.attributes.url}
        </Text>
      )}
      <Text size="sm">{say.requestBody}</Text>
      <Code block tabIndex={0} role="group" aria-label={say.requestBody} className="wrapped">
        {body}
      </Code>
    </Stack>
  );
}

function Resend({ delivery, path }: { delivery: WebhookDeliveryDetail; path: { id: number; evt: string } }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const resend = useMutation({
    ...resendWebhookDeliveryMutation(),
    onSuccess: () => {
      notifications.show({ message: say.resentNow });
      return queries.invalidateQueries({ queryKey: getWebhookDeliveryQueryKey({ path }) });
    },
    onError: showProblem,
  });
  if (delivery.attributes.request_body === null) return null;
  return (
    <Button loading={resend.isPending} onClick={() => resend.mutate({ path })}>
      {say.resend}
    </Button>
  );
}
