import { Badge, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listListingScoresOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListingScore } from '../../api/generated/client/types.gen.ts';
import { LineChart } from '../../components/charts.tsx';
import type { Column } from '../../components/column.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DataTable, PaginationBar } from '../../components/paged-table.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { Grade } from './grade.tsx';
import { categoryOf } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/listings/$id');

/** The scores of a listing as a chart and a table. */
export function History() {
  const t = useTranslations(translations);
  const { id: listingId } = route.useParams();
  const { page } = route.useSearch();
  const query = useQuery({
    ...listListingScoresOptions({ path: { listingId }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  return (
    <QueryContent query={query}>
      {({ data, meta }) => (
        <Stack gap="sm">
          {data.length > 1 && (
            <LineChart
              label={t.historyChart}
              names={t.scored}
              values={t.score}
              points={data
                .toReversed()
                .map(({ attributes }) => ({ at: attributes.analyzed_at, value: attributes.overall_score }))}
            />
          )}
          <DataTable rows={data} columns={columns} label={t.history} isFetching={query.isFetching} />
          <PaginationBar meta={meta} />
          <Text size="sm" c="dimmed">
            {t.versionHint}
          </Text>
        </Stack>
      )}
    </QueryContent>
  );
}

function useColumns(): Column<ListingScore>[] {
  const t = useTranslations(translations);
  const { id: listing } = route.useParams();
  return [
    {
      header: t.scored,
      cell: ({ id, attributes }) => (
        <Link to="/listings/$id" params={{ id: listing }} search={(previous) => ({ ...previous, score: id })}>
          <DateTime at={attributes.analyzed_at} />
        </Link>
      ),
    },
    {
      header: t.score,
      cell: ({ attributes }) => (
        <Group gap="xs">
          <Grade score={attributes.overall_score} grade={attributes.grade} />
          {attributes.sandbox && <Badge variant="default">{t.sandbox}</Badge>}
        </Group>
      ),
    },
    { header: t.brand_keyword, cell: ({ attributes }) => attributes.brand_keyword, from: 'sm' },
    { header: t.category_code, cell: ({ attributes }) => categoryOf(attributes), from: 'md' },
    { header: t.rules, cell: ({ attributes }) => attributes.rubric_version, from: 'lg' },
  ];
}
