import { Code, Group, List, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getAgentMetricsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit, AgentMetrics } from '../../api/generated/client/types.gen.ts';
import { Day } from '../../components/day.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Rows } from '../../components/paged-list.tsx';
import { Section } from '../../components/section.tsx';
import { Empty, Loaded, Loading } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/agents/$id');
const DailyExecutions = lazy(() =>
  import('./charts.tsx').then(({ DailyExecutions }) => ({ default: DailyExecutions })),
);
const DailyCredits = lazy(() =>
  import('../overview/charts.tsx').then(({ DailyCredits }) => ({ default: DailyCredits })),
);

type Attributes = AgentMetrics['attributes'];

/** What an agent's executions came to over a period, which stands in the address. */
export function Figures({ agent }: { agent: AgentAudit }) {
  const say = useTexts(texts);
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...getAgentMetricsOptions({ path: { agent: agent.id }, query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  const period = (changes: { from?: string | undefined; to?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <>
      <Group gap="sm" align="end">
        <Day label={say.from} value={from} onChange={(day) => period({ from: day })} />
        <Day label={say.to} value={to} onChange={(day) => period({ to: day })} />
      </Group>
      <Loaded query={query}>
        {({ data: { attributes } }) =>
          attributes.executions.total === 0 ? (
            <Empty title={say.noExecutions}>{say.noExecutionsText}</Empty>
          ) : (
            <Metrics attributes={attributes} />
          )
        }
      </Loaded>
    </>
  );
}

function Metrics({ attributes }: { attributes: Attributes }) {
  const say = useTexts(texts);
  const format = useFormat();
  const nameOf = useCapabilityName();
  const { executions, percentiles, trend } = attributes;
  const orNone = (value: number | null, write: (value: number) => string) => (value === null ? say.none : write(value));
  return (
    <>
      <Facts>
        <Fact name={say.executions}>{format.number(executions.total)}</Fact>
        <Fact name={say.successRate}>{orNone(attributes.success_rate, format.percent)}</Fact>
        <Fact name={say.credits}>{format.number(attributes.credits_used)}</Fact>
        <Fact name={say.costPerAsset}>{orNone(attributes.cost_per_asset, format.number)}</Fact>
        <Fact name={say.contentItems}>{format.number(attributes.content_items)}</Fact>
        <Fact name={say.median}>{orNone(percentiles.p50_ms, format.duration)}</Fact>
        <Fact name={say.p95}>{orNone(percentiles.p95_ms, format.duration)}</Fact>
      </Facts>
      <Section title={say.executionsByDay}>
        <Suspense fallback={<Loading />}>
          <DailyExecutions trend={trend} />
        </Suspense>
      </Section>
      <Section title={say.creditsByDay}>
        <Suspense fallback={<Loading />}>
          <DailyCredits daily={trend.map(({ date, credits_used: credits }) => ({ date, credits }))} />
        </Suspense>
      </Section>
      <Section title={say.byCapability}>
        <Rows
          rows={attributes.by_capability.map((row) => ({ ...row, id: row.capability }))}
          columns={[
            { header: say.capability, cell: (row) => nameOf(row.capability) },
            { header: say.executions, cell: (row) => format.number(row.executions.total), align: 'right' },
            {
              header: say.successRate,
              cell: (row) => orNone(row.success_rate, format.percent),
              from: 'sm',
              align: 'right',
            },
            { header: say.credits, cell: (row) => format.number(row.credits_used), from: 'sm', align: 'right' },
            {
              header: say.median,
              cell: (row) => orNone(row.percentiles.p50_ms, format.duration),
              from: 'md',
              align: 'right',
            },
          ]}
          label={say.byCapability}
          isBusy={false}
        />
      </Section>
      <Section title={say.guardrails}>
        {attributes.guardrail_hits.length === 0 ? (
          <Text size="sm">{say.guardrailsEmpty}</Text>
        ) : (
          <List size="sm">
            {attributes.guardrail_hits.map(({ rule, action, count }) => (
              <List.Item key={`${rule} ${action}`}>
                <Code>{rule}</Code> {say[action]}: {format.number(count)}
              </List.Item>
            ))}
          </List>
        )}
      </Section>
    </>
  );
}
