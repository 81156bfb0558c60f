import { Code, List, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getAgentMetricsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit, AgentMetrics } from '../../api/generated/client/types.gen.ts';
import { DayChart } from '../../components/charts.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Filters } from '../../components/filters.tsx';
import { Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { DailyCredits } from '../overview/charts.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/$id');
type Attributes = AgentMetrics['attributes'];

/** Metrics of an agent's executions in a period. */
export function MetricsTab({ agent }: { agent: AgentAudit }) {
  const t = useTranslations(translations);
  const { from, to } = route.useSearch();
  const query = useQuery({
    ...getAgentMetricsOptions({ path: { agent: agent.id }, query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Filters
        filters={[
          { name: 'from', label: t.from, type: 'utc-day' },
          { name: 'to', label: t.to, type: 'utc-day' },
        ]}
      />
      <QueryContent query={query}>
        {({ data: { attributes } }) =>
          attributes.executions.total === 0 ? (
            <EmptyState title={t.noExecutions}>{t.noExecutionsText}</EmptyState>
          ) : (
            <MetricsDetails attributes={attributes} />
          )
        }
      </QueryContent>
    </>
  );
}

function MetricsDetails({ attributes }: { attributes: Attributes }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const capabilityName = useCapabilityName();
  const { executions, percentiles, trend } = attributes;
  const orNone = (value: number | null, formatValue: (value: number) => string) =>
    value === null ? t.none : formatValue(value);
  return (
    <>
      <DescriptionList>
        <DescriptionItem name={t.executions}>{format.number(executions.total)}</DescriptionItem>
        <DescriptionItem name={t.successRate}>{orNone(attributes.success_rate, format.percent)}</DescriptionItem>
        <DescriptionItem name={t.credits}>{format.number(attributes.credits_used)}</DescriptionItem>
        <DescriptionItem name={t.costPerAsset}>{orNone(attributes.cost_per_asset, format.number)}</DescriptionItem>
        <DescriptionItem name={t.contentItems}>{format.number(attributes.content_items)}</DescriptionItem>
        <DescriptionItem name={t.median}>{orNone(percentiles.p50_ms, format.duration)}</DescriptionItem>
        <DescriptionItem name={t.p95}>{orNone(percentiles.p95_ms, format.duration)}</DescriptionItem>
      </DescriptionList>
      <Section title={t.executionsByDay}>
        <DayChart
          label={t.executionsByDay}
          series={[
            { label: t.completed, tone: 'success' },
            { label: t.failed, tone: 'danger' },
            { label: t.cancelled, tone: 'neutral' },
          ]}
          days={trend.map(({ date, executions: { completed, failed, cancelled } }) => ({
            date,
            values: [completed, failed, cancelled],
          }))}
        />
      </Section>
      <Section title={t.creditsByDay}>
        <DailyCredits daily={trend.map(({ date, credits_used: credits }) => ({ date, credits }))} />
      </Section>
      <Section title={t.byCapability}>
        <DataTable
          rows={attributes.by_capability.map((row) => ({ ...row, id: row.capability }))}
          columns={[
            { header: t.capability, cell: (row) => capabilityName(row.capability) },
            { header: t.executions, cell: (row) => format.number(row.executions.total), align: 'right' },
            {
              header: t.successRate,
              cell: (row) => orNone(row.success_rate, format.percent),
              from: 'sm',
              align: 'right',
            },
            { header: t.credits, cell: (row) => format.number(row.credits_used), from: 'sm', align: 'right' },
            {
              header: t.median,
              cell: (row) => orNone(row.percentiles.p50_ms, format.duration),
              from: 'md',
              align: 'right',
            },
          ]}
          label={t.byCapability}
        />
      </Section>
      <Section title={t.guardrails}>
        {attributes.guardrail_hits.length === 0 ? (
          <Text size="sm">{t.guardrailsEmpty}</Text>
        ) : (
          <List size="sm">
            {attributes.guardrail_hits.map(({ rule, action, count }) => (
              <List.Item key={`${rule} ${action}`}>
                <Code>{rule}</Code> {t[action]}: {format.number(count)}
              </List.Item>
            ))}
          </List>
        )}
      </Section>
    </>
  );
}
