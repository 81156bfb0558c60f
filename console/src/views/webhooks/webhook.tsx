import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getWebhookOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Actions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookHealth } from './status.tsx';
import { texts } from './texts.ts';
import { faultOf, healthOf } from './words.ts';

const route = getRouteApi('/webhooks/$id');
/** Its health changes without anybody's doing. */
const REFRESH_MS = 10_000;

/** A webhook: how it does, what it is told of, and what was sent to it. */
export function WebhookView() {
  const { id } = route.useParams();
  const say = useTexts(texts);
  const query = useQuery({ ...getWebhookOptions({ path: { id: Number(id) } }), refetchInterval: REFRESH_MS });
  return (
    <Page
      title={query.data?.data.attributes.description || say.one(`#${id}`)}
      actions={query.data && <Actions webhook={query.data.data} />}
    >
      <Loaded query={query}>
        {({ data }) => (
          <Stack>
            <Summary webhook={data} />
            <Deliveries webhookId={data.id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ webhook }: { webhook: Webhook }) {
  const say = useTexts(texts);
  const format = useFormat();
  const { attributes } = webhook;
  return (
    <>
      <Text>{attributes.url}</Text>
      <Trouble webhook={webhook} />
      <Section title={say.health}>
        <Facts>
          <Fact name={say.status}>
            <WebhookHealth webhook={webhook} />
          </Fact>
          <Fact name={say.failures}>{format.number(attributes.failure_count)}</Fact>
          <Fact name={say.lastAnswer}>{attributes.last_response_code ?? say.none}</Fact>
          <Fact name={say.lastSent}>
            {attributes.last_triggered_at === null ? say.none : <Moment at={attributes.last_triggered_at} />}
          </Fact>
        </Facts>
        <Group gap="xs" mt="md" role="group" aria-label={say.events}>
          <Text size="sm" c="dimmed" w="100%">
            {say.events}
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

/** Why nothing is sent or arrives, and what to do. */
function Trouble({ webhook }: { webhook: Webhook }) {
  const say = useTexts(texts);
  const health = healthOf(webhook);
  if (health === 'healthy' || health === 'idle' || health === 'off') return null;
  return (
    <Alert variant="outline" color={health === 'paused' ? 'orange' : 'red'} title={say[health]}>
      {health === 'failing' && <Text size="sm">{say[faultOf(webhook.attributes.last_response_code)]}</Text>}
      {webhook.attributes.disabled_reason && <Text size="sm">{webhook.attributes.disabled_reason}</Text>}
      <Text size="sm">{say[`${health}Text`]}</Text>
    </Alert>
  );
}
