import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listExecutionsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Execution } from '../../api/generated/client/types.gen.ts';
import { Day } from '../../components/day.tsx';
import { Filter } from '../../components/filter.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { wordsOf } from '../../lib/words.ts';
import { ExecutionStatus } from './status.tsx';
import { texts } from './texts.ts';
import { isOpen, PRIORITIES, STATUSES } from './words.ts';

const route = getRouteApi('/executions');
/** While an execution on the page goes on, the page is asked for this often. */
const REFRESH_MS = 5_000;

/** All executions; filters and page stand in the address. */
export function ExecutionList() {
  const say = useTexts(texts);
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
    <Page title={say.title} lead={say.lead}>
      <Group gap="sm" align="end">
        <Filter
          label={say.status}
          value={search.status}
          options={wordsOf(STATUSES, say)}
          onChange={(status) => filter({ status })}
        />
        <Filter
          label={say.priority}
          value={search.priority}
          options={wordsOf(PRIORITIES, say)}
          onChange={(priority) => filter({ priority })}
        />
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

function useColumns(): Column<Execution>[] {
  const say = useTexts(texts);
  const format = useFormat();
  const nameOf = useCapabilityName();
  return [
    {
      header: say.capability,
      cell: ({ id, attributes }) => (
        <Link to="/executions/$id" params={{ id: String(id) }}>
          {nameOf(attributes.capability)} #{id}
        </Link>
      ),
    },
    { header: say.status, cell: ({ attributes }) => <ExecutionStatus status={attributes.status} /> },
    { header: say.priority, cell: ({ attributes }) => say[attributes.priority], from: 'md' },
    { header: say.agent, cell: ({ relationships }) => relationships.agent.name, from: 'lg' },
    {
      header: say.credits,
      cell: ({ attributes }) => format.number(attributes.credits_used),
      from: 'sm',
      align: 'right',
    },
    { header: say.created, cell: ({ attributes }) => <Moment at={attributes.created_at} />, from: 'sm' },
  ];
}
