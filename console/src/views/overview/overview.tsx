import { Button, Card, Grid, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { getOverviewOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetOverviewResponse } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded, Loading } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { useMay } from '../../shell/me.ts';
import { ExecutionStatus } from '../executions/status.tsx';
import { WebhookHealth } from '../webhooks/status.tsx';
import { texts } from './texts.ts';

type Attributes = GetOverviewResponse['data']['attributes'];

/** While something runs, the figures are asked for this often. */
const REFRESH_MS = 5_000;

const DailyCredits = lazy(() => import('./charts.tsx').then(({ DailyCredits }) => ({ default: DailyCredits })));
const CapabilityCredits = lazy(() =>
  import('./charts.tsx').then(({ CapabilityCredits }) => ({ default: CapabilityCredits })),
);

/** Credits, requests, what runs, what failed, and which webhooks are in trouble. */
export function Overview() {
  const say = useTexts(texts);
  const mayMake = useMay('manage_content');
  const query = useQuery({
    ...getOverviewOptions(),
    refetchInterval: ({ state }) => (state.data?.data.attributes.running.length ? REFRESH_MS : false),
  });
  return (
    <Page
      title={say.title}
      actions={mayMake && <Button renderRoot={(props) => <Link to="/capabilities" {...props} />}>{say.make}</Button>}
    >
      <Loaded query={query}>{({ data }) => <Figures attributes={data.attributes} />}</Loaded>
    </Page>
  );
}

function Figures({ attributes }: { attributes: Attributes }) {
  const say = useTexts(texts);
  const format = useFormat();
  const seesBilling = useMay('view_billing');
  const { credits, requests, running, failed, endpoints_in_trouble: endpoints, daily } = attributes;
  const share = requests.used_today / Math.max(requests.per_day_limit, 1);
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        <Figure title={say.available} value={format.number(credits.available)}>
          {say.held}: {format.number(credits.held)}
        </Figure>
        <Figure title={say.usedToday} value={format.number(credits.used_today)} />
        <Figure title={say.usedThisMonth} value={format.number(credits.used_this_month)} />
        <Figure
          title={say.requests}
          value={say.ofLimit(format.number(requests.used_today), format.number(requests.per_day_limit))}
        >
          <Progress value={share * 100} aria-label={say.requests} mb={4} />
          {say.perMinute(format.number(requests.per_minute_limit))}
        </Figure>
      </SimpleGrid>
      <Grid>
        <Grid.Col span={{ base: 12, md: seesBilling ? 7 : 12 }}>
          <Panel title={say.byDay}>
            <Suspense fallback={<Loading />}>
              {daily.some((day) => day.credits > 0) ? (
                <DailyCredits daily={daily} />
              ) : (
                <Text size="sm">{say.nothingUsed}</Text>
              )}
            </Suspense>
          </Panel>
        </Grid.Col>
        {seesBilling && (
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Panel title={say.byCapability}>
              <Suspense fallback={<Loading />}>
                <CapabilityCredits />
              </Suspense>
            </Panel>
          </Grid.Col>
        )}
      </Grid>
      <SimpleGrid cols={{ base: 1, lg: endpoints ? 3 : 2 }}>
        <Panel title={say.running}>
          <Runs runs={running} empty={say.runningEmpty} />
        </Panel>
        <Panel title={say.failed}>
          <Runs runs={failed} empty={say.failedEmpty} />
        </Panel>
        {endpoints && (
          <Panel title={say.endpoints}>
            <Endpoints endpoints={endpoints} />
          </Panel>
        )}
      </SimpleGrid>
    </Stack>
  );
}

function Figure({ title, value, children }: { title: string; value: string; children?: ReactNode }) {
  return (
    <Card withBorder>
      <Text size="sm" c="dimmed" component="h2">
        {title}
      </Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
      {children && (
        <Text size="xs" component="div">
          {children}
        </Text>
      )}
    </Card>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder h="100%">
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function Endpoints({ endpoints }: { endpoints: NonNullable<Attributes['endpoints_in_trouble']> }) {
  const say = useTexts(texts);
  if (endpoints.length === 0) return <Nothing>{say.endpointsEmpty}</Nothing>;
  return (
    <Stack gap="xs" component="ul" className="plain">
      {endpoints.map((webhook) => (
        <li key={webhook.id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              <Link to="/webhooks/$id" params={{ id: String(webhook.id) }}>
                {webhook.attributes.description || webhook.attributes.url}
              </Link>
            </Text>
            <WebhookHealth webhook={webhook} />
          </Group>
        </li>
      ))}
    </Stack>
  );
}

function Runs({ runs, empty }: { runs: Attributes['running']; empty: string }) {
  const say = useTexts(texts);
  const nameOf = useCapabilityName();
  if (runs.length === 0) return <Nothing>{empty}</Nothing>;
  return (
    <Stack gap="xs" component="ul" className="plain">
      {runs.map(({ id, attributes }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              <Link to="/executions/$id" params={{ id: String(id) }}>
                {nameOf(attributes.capability)} #{id}
              </Link>
            </Text>
            <ExecutionStatus status={attributes.status} />
          </Group>
          {attributes.completed_at === null ? (
            <Progress value={attributes.progress_percentage} size="sm" aria-label={say.progress(`#${id}`)} />
          ) : (
            <Text size="xs">
              <Moment at={attributes.completed_at} />
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
