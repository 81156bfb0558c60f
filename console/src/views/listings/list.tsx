import { Badge, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listListingsOptions, listListingsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Listing } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Analysis } from './analysis.tsx';
import { AnalysisForm } from './analysis-form.tsx';
import { Grade } from './grade.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/listings');

/** All listings that were scored, with their latest score; and the way to another one. */
export function ListingList() {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { page, analysis } = route.useSearch();
  const [isAsking, setIsAsking] = useState(false);
  const query = useQuery({ ...listListingsOptions({ query: { page } }), placeholderData: keepPreviousData });
  const watch = (id: number | undefined) => {
    setIsAsking(false);
    void navigate({ search: (before) => ({ ...before, analysis: id }), replace: true });
  };
  return (
    <Page title={say.title} lead={say.lead} actions={<Button onClick={() => setIsAsking(true)}>{say.analyze}</Button>}>
      <Dialog title={say.analyze} opened={isAsking} onClose={() => setIsAsking(false)}>
        <AnalysisForm initial={{}} onStart={watch} />
      </Dialog>
      {analysis !== undefined && (
        <Analysis
          id={analysis}
          onScore={({ listing_id: id }) => {
            void queries.invalidateQueries({ queryKey: listListingsQueryKey() });
            void navigate({ to: '/listings/$id', params: { id }, replace: true });
          }}
          onDismiss={() => watch(undefined)}
        />
      )}
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </Page>
  );
}

function useColumns(): Column<Listing>[] {
  const say = useTexts(texts);
  return [
    {
      header: say.name,
      cell: ({ id, attributes }) => (
        <>
          <Link to="/listings/$id" params={{ id }}>
            {attributes.title || id}
          </Link>
          {!attributes.readable && (
            <div>
              <Badge variant="dot" color="red" tt="none">
                {say.unreadable}
              </Badge>
            </div>
          )}
        </>
      ),
    },
    { header: say.vendor, cell: ({ attributes }) => attributes.vendor, from: 'md' },
    {
      header: say.score,
      cell: ({ attributes: { overall_score: score, grade } }) =>
        score !== null && grade ? <Grade score={score} grade={grade} /> : <Text size="sm">{say.noScore}</Text>,
    },
    {
      header: say.scored,
      cell: ({ attributes }) => attributes.analyzed_at && <Moment at={attributes.analyzed_at} />,
      from: 'sm',
    },
  ];
}
