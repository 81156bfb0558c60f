import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listAgentAuditsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit } from '../../api/generated/client/types.gen.ts';
import { Day } from '../../components/day.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Status } from './status.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/agents');

/** All agents with what their executions came to; period and page stand in the address. */
export function AgentList() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listAgentAuditsOptions({ query: search }),
    placeholderData: keepPreviousData,
  });
  const filter = (changes: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...changes, page: undefined }), replace: true });
  return (
    <Page title={say.title} lead={say.lead}>
      <Group gap="sm" align="end">
        <Day label={say.from} value={search.from} onChange={(from) => filter({ from })} />
        <Day label={say.to} value={search.to} onChange={(to) => filter({ to })} />
      </Group>
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      />
    </Page>
  );
}

function useColumns(): Column<AgentAudit>[] {
  const say = useTexts(texts);
  const format = useFormat();
  return [
    {
      header: say.agent,
      cell: ({ id, attributes }) => (
        <Link to="/agents/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
    },
    { header: say.health, cell: ({ attributes }) => <Status of={attributes.health} /> },
    {
      header: say.executions,
      cell: ({ attributes }) => format.number(attributes.executions),
      from: 'sm',
      align: 'right',
    },
    {
      header: say.successRate,
      cell: ({ attributes: { success_rate: rate } }) => (rate === null ? say.none : format.percent(rate)),
      from: 'sm',
      align: 'right',
    },
    {
      header: say.credits,
      cell: ({ attributes }) => format.number(attributes.credits_used),
      from: 'md',
      align: 'right',
    },
    {
      header: say.version,
      cell: ({ attributes }) =>
        attributes.needs_migration
          ? say.behind(attributes.config_version, attributes.latest_config_version)
          : format.number(attributes.config_version),
      from: 'md',
    },
    {
      header: say.lastExecution,
      cell: ({ attributes: { last_execution_at: at } }) => (at === null ? say.none : <Moment at={at} />),
      from: 'lg',
    },
  ];
}
