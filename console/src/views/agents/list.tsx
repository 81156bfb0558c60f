import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listAgentAuditsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Day } from '../../components/day.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { Status } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents');

/** All agents with what their executions came to; period and page stand in the address. */
export function AgentList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listAgentAuditsOptions({ query: search }),
    placeholderData: keepPreviousData,
  });
  const filter = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }), replace: true });
  return (
    <Page title={t.title} lead={t.lead}>
      <Group gap="sm" align="end">
        <Day label={t.from} value={search.from} onChange={(from) => filter({ from })} />
        <Day label={t.to} value={search.to} onChange={(to) => filter({ to })} />
      </Group>
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      />
    </Page>
  );
}

function useColumns(): Column<AgentAudit>[] {
  const t = useTranslations(translations);
  const format = useFormat();
  return [
    {
      header: t.agent,
      cell: ({ id, attributes }) => (
        <Link to="/agents/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
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
      cell: ({ attributes: { last_execution_at: at } }) => (at === null ? t.none : <DateTime at={at} />),
      from: 'lg',
    },
  ];
}
