import { getRouteApi, Link } from '@tanstack/react-router';
import { listAgentAuditsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { Status } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents');

/** All agents with the figures of their executions in a period. */
export default function AgentList() {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <ListView
      text={t}
      actions={<Link to="/agents/evaluations">{t.toEvaluations}</Link>}
      filters={[
        { name: 'from', label: t.from, type: 'utc-day' },
        { name: 'to', label: t.to, type: 'utc-day' },
      ]}
      query={listAgentAuditsOptions({ query: route.useSearch() })}
      columns={[
        {
          header: t.agent,
          cell: ({ attributes }) => attributes.name,
          link: ({ id }) => ({ to: '/agents/$id', params: { id: String(id) } }),
        },
        { header: t.health, cell: ({ attributes }) => <Status status={attributes.health} /> },
        {
          header: t.executions,
          cell: ({ attributes }) => format.number(attributes.executions),
          from: 'sm',
          align: 'right',
        },
        {
          header: t.successRate,
          cell: ({ attributes: { success_rate: rate } }) => (rate === null ? t.none : format.percent(rate)),
          from: 'sm',
          align: 'right',
        },
        {
          header: t.credits,
          cell: ({ attributes }) => format.number(attributes.credits_used),
          from: 'md',
          align: 'right',
        },
        {
          header: t.version,
          cell: ({ attributes }) =>
            attributes.needs_migration
              ? t.behind(attributes.config_version, attributes.latest_config_version)
              : format.number(attributes.config_version),
          from: 'md',
        },
        {
          header: t.lastExecution,
          cell: ({ attributes: { last_execution_at: at } }) => (at === null ? t.none : <DateTime at={at} relative />),
          from: 'lg',
        },
      ]}
    />
  );
}
