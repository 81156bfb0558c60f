import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCaseStudiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CaseStudy } from '../../api/generated/client/types.gen.ts';
import { Filter } from '../../components/filter.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { wordsOf } from '../../lib/words.ts';
import { useMay } from '../../shell/me.ts';
import { CaseStudyStatus } from './status.tsx';
import { texts } from './texts.ts';
import { STATUSES } from './words.ts';

const route = getRouteApi('/case-studies');

/** All case studies; filter and page stand in the address. */
export function CaseStudyList() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('manage_content');
  const query = useQuery({ ...listCaseStudiesOptions({ query: search }), placeholderData: keepPreviousData });
  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        mayChange && <Button renderRoot={(props) => <Link to="/case-studies/new" {...props} />}>{say.newOne}</Button>
      }
    >
      <Group>
        <Filter
          label={say.status}
          value={search.status}
          options={wordsOf(STATUSES, say)}
          onChange={(status) => void navigate({ search: { status }, replace: true })}
        />
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

function useColumns(): Column<CaseStudy>[] {
  const say = useTexts(texts);
  return [
    {
      header: say.case_study_title,
      cell: ({ id, attributes }) => (
        <Link to="/case-studies/$id" params={{ id: String(id) }}>
          {attributes.case_study_title ?? say.noTitle}
        </Link>
      ),
    },
    { header: say.customer, cell: ({ attributes }) => <Text size="sm">{attributes.company_name}</Text> },
    { header: say.status, cell: ({ attributes }) => <CaseStudyStatus status={attributes.status} />, from: 'xs' },
    { header: say.changed, cell: ({ attributes }) => <Moment at={attributes.updated_at} />, from: 'sm' },
  ];
}
