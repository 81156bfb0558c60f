import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listExecutionsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Execution } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Day } from '../../components/day.tsx';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { isOpen, PRIORITIES, STATUSES } from './model.ts';
import { ExecutionStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/executions');
/** While an execution on the page goes on, the page is asked for this often. */
const REFRESH_MS = 5_000;

/** All executions; filters and page stand in the address. */
export function ExecutionList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listExecutionsOptions({ query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ attributes }) => isOpen(attributes.status)) ? REFRESH_MS : false,
  });
  const filter = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }), replace: true });
  return (
    <Page title={t.title} lead={t.lead}>
      <Group gap="sm" align="end">
        <Filter
          label={t.status}
          value={search.status}
          options={pickLabels(STATUSES, t)}
          onChange={(status) => filter({ status })}
        />
        <Filter
          label={t.priority}
          value={search.priority}
          options={pickLabels(PRIORITIES, t)}
          onChange={(priority) => filter({ priority })}
        />
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

function useColumns(): Column<Execution>[] {
  const t = useTranslations(translations);
  const format = useFormat();
  const capabilityName = useCapabilityName();
  return [
    {
      header: t.capability,
      cell: ({ id, attributes }) => (
        <Link to="/executions/$id" params={{ id: String(id) }}>
          {capabilityName(attributes.capability)} #{id}
        </Link>
      ),
    },
    { header: t.status, cell: ({ attributes }) => <ExecutionStatus status={attributes.status} /> },
    { header: t.priority, cell: ({ attributes }) => t[attributes.priority], from: 'md' },
    { header: t.agent, cell: ({ relationships }) => relationships.agent.name, from: 'lg' },
    {
      header: t.credits,
      cell: ({ attributes }) => format.number(attributes.credits_used),
      from: 'sm',
      align: 'right',
    },
    { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'sm' },
  ];
}
