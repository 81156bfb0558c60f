import { Badge, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { listListingScoresOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListingScore } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { type Column, PageControl, Rows } from '../../components/paged-list.tsx';
import { Loaded, Loading } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Grade } from './grade.tsx';
import { texts } from './texts.ts';
import { categoryOf } from './words.ts';

const HistoryChart = lazy(() => import('./history-chart.tsx').then(({ HistoryChart }) => ({ default: HistoryChart })));

const route = getRouteApi('/listings/$id');

/** The scores that the listing has had, a page at a time: as a line, and each with the way to what it recommended. */
export function History() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const { id: listingId } = route.useParams();
  const { page } = route.useSearch();
  const query = useQuery({
    ...listListingScoresOptions({ path: { listingId }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  return (
    <Loaded query={query}>
      {({ data, meta }) => (
        <Stack gap="sm">
          {data.length > 1 && (
            <Suspense fallback={<Loading />}>
              <HistoryChart scores={data} />
            </Suspense>
          )}
          <Rows rows={data} columns={columns} label={say.history} isBusy={query.isFetching} />
          <PageControl
            meta={meta}
            onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
          />
          <Text size="sm" c="dimmed">
            {say.versionHint}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

function useColumns(): Column<ListingScore>[] {
  const say = useTexts(texts);
  const { id: listing } = route.useParams();
  return [
    {
      header: say.scored,
      cell: ({ id, attributes }) => (
        <Link to="/listings/$id" params={{ id: listing }} search={(before) => ({ ...before, score: id })}>
          <Moment at={attributes.analyzed_at} />
        </Link>
      ),
    },
    {
      header: say.score,
      cell: ({ attributes }) => (
        <Group gap="xs">
          <Grade score={attributes.overall_score} grade={attributes.grade} />
          {attributes.sandbox && <Badge variant="default">{say.sandbox}</Badge>}
        </Group>
      ),
    },
    { header: say.brand_keyword, cell: ({ attributes }) => attributes.brand_keyword, from: 'sm' },
    { header: say.category_code, cell: ({ attributes }) => categoryOf(attributes), from: 'md' },
    { header: say.rules, cell: ({ attributes }) => attributes.rubric_version, from: 'lg' },
  ];
}
