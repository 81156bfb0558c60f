import { Alert, Button, Card, Grid, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { getOverviewOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetOverviewResponse } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Page } from '../../components/page.tsx';
import { Loading, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { pollEvery } from '../../lib/poll.ts';
import { usePermission } from '../../shell/me.ts';
import { ExecutionStatus } from '../executions/status.tsx';
import { WebhookHealth } from '../webhooks/status.tsx';
import { CapabilityCredits, DailyCredits } from './charts.tsx';
import { translations } from './translations.ts';

/** Most people have taken these steps long ago. */
const FirstSteps = lazyPart(() => import('./first-steps.tsx'));

type Attributes = GetOverviewResponse['data']['attributes'];

/** Polling interval while executions are running. */
const REFRESH_MS = 5_000;

/** Credits, requests, running and failed executions, and failing webhooks. */
export default function Overview() {
  const t = useTranslations(translations);
  const canCreate = usePermission('manage_content');
  const query = useQuery({
    ...getOverviewOptions(),
    // Whoever comes back from a first step sees that it is done.
    staleTime: 0,
    refetchInterval: pollEvery(REFRESH_MS, ({ data }: GetOverviewResponse) => data.attributes.running.length > 0),
  });
  return (
    <Page
      title={t.title}
      actions={canCreate && <Button renderRoot={(props) => <Link to="/capabilities" {...props} />}>{t.make}</Button>}
    >
      <QueryContent query={query}>{({ data }) => <OverviewContent attributes={data.attributes} />}</QueryContent>
    </Page>
  );
}

function OverviewContent({ attributes }: { attributes: Attributes }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const canViewBilling = usePermission('view_billing');
  const {
    credits,
    requests,
    running,
    failed,
    endpoints_in_trouble: endpoints,
    first_steps: firstSteps,
    daily,
    by_capability: used,
  } = attributes;
  const share = requests.used_today / Math.max(requests.per_day_limit, 1);
  return (
    <Stack>
      {credits.low && (
        <Alert color="yellow" variant="outline" title={t.low(format.number(credits.warns_below))}>
          {canViewBilling && <Link to="/credits">{t.toCredits}</Link>}
        </Alert>
      )}
      {firstSteps && (
        <Suspense fallback={<Loading />}>
          <FirstSteps steps={firstSteps} />
        </Suspense>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <StatCard title={t.available} value={format.number(credits.available)}>
          {t.held}: {format.number(credits.held)}
          {credits.debt > 0 && ` · ${t.debt}: ${format.number(credits.debt)}`}
          {credits.available <= 0 && canViewBilling && (
            <div>
              <Link to="/credits">{t.toCredits}</Link>
            </div>
          )}
        </StatCard>
        <StatCard title={t.usedToday} value={format.number(credits.used_today)}>
          {t.sinceMidnight}
        </StatCard>
        <StatCard title={t.usedThisMonth} value={format.number(credits.used_this_month)}>
          {t.sinceFirst}
        </StatCard>
        <StatCard
          title={t.requests}
          value={t.ofLimit(format.number(requests.used_today), format.number(requests.per_day_limit))}
        >
          <Progress value={share * 100} size="xs" aria-label={t.requests} mb={4} />
          {t.sinceMidnight} · {t.perMinute(format.number(requests.per_minute_limit))}
        </StatCard>
      </SimpleGrid>
      <Grid>
        <Grid.Col span={{ base: 12, md: canViewBilling ? 7 : 12 }}>
          <Panel title={t.byDay}>
            {daily.some((day) => day.credits > 0) ? (
              <DailyCredits daily={daily} />
            ) : (
              <Text size="sm">{t.nothingUsed}</Text>
            )}
          </Panel>
        </Grid.Col>
        {canViewBilling && (
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Panel title={t.byCapability}>
              <CapabilityCredits used={used} />
            </Panel>
          </Grid.Col>
        )}
      </Grid>
      <SimpleGrid cols={{ base: 1, lg: endpoints ? 3 : 2 }}>
        <Panel title={t.running}>
          <ExecutionLinks runs={running} empty={t.runningEmpty} />
        </Panel>
        <Panel title={t.failed}>
          <ExecutionLinks runs={failed} empty={t.failedEmpty} />
        </Panel>
        {endpoints && (
          <Panel title={t.endpoints}>
            <Endpoints endpoints={endpoints} />
          </Panel>
        )}
      </SimpleGrid>
    </Stack>
  );
}

function StatCard({ title, value, children }: { title: string; value: string; children?: ReactNode }) {
  return (
    <Card withBorder>
      <Text size="sm" c="dimmed" component="h2">
        {title}
      </Text>
      <Text fz={24} fw={600} lh={1.3} className="figure">
        {value}
      </Text>
      {children && (
        <Text size="xs" c="dimmed" component="div" mt={4}>
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

function EmptyText({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function Endpoints({ endpoints }: { endpoints: NonNullable<Attributes['endpoints_in_trouble']> }) {
  const t = useTranslations(translations);
  if (endpoints.length === 0) return <EmptyText>{t.endpointsEmpty}</EmptyText>;
  return (
    <Stack gap="xs" component="ul" className="unstyled">
      {endpoints.map((webhook) => (
        <li key={webhook.id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" className="title">
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

function ExecutionLinks({ runs, empty }: { runs: Attributes['running']; empty: string }) {
  const t = useTranslations(translations);
  const capabilityName = useCapabilityName();
  if (runs.length === 0) return <EmptyText>{empty}</EmptyText>;
  return (
    <Stack gap="xs" component="ul" className="unstyled">
      {runs.map(({ id, attributes }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" className="title">
              <Link to="/executions/$id" params={{ id: String(id) }}>
                {capabilityName(attributes.capability)} #{id}
              </Link>
            </Text>
            <ExecutionStatus status={attributes.status} />
          </Group>
          {attributes.completed_at === null ? (
            <Progress value={attributes.progress_percentage} size="sm" aria-label={t.progress(`#${id}`)} />
          ) : (
            <Text size="xs" c="dimmed">
              <DateTime at={attributes.completed_at} relative />
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
