import { Badge, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listListingsOptions, listListingsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Listing } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { AnalysisForm } from './analysis-form.tsx';
import { AnalysisProgress } from './analysis-progress.tsx';
import { Grade } from './grade.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/listings');

/** All listings that were scored, with their latest score; and the way to another one. */
export function ListingList() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const { page, analysis } = route.useSearch();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const query = useQuery({ ...listListingsOptions({ query: { page } }), placeholderData: keepPreviousData });
  const trackAnalysis = (id: number | undefined) => {
    setIsDialogOpen(false);
    void navigate({ search: (before) => ({ ...before, analysis: id }), replace: true });
  };
  return (
    <Page title={t.title} lead={t.lead} actions={<Button onClick={() => setIsDialogOpen(true)}>{t.analyze}</Button>}>
      <Dialog title={t.analyze} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <AnalysisForm initial={{}} onStart={trackAnalysis} />
      </Dialog>
      {analysis !== undefined && (
        <AnalysisProgress
          id={analysis}
          onScore={({ listing_id: id }) => {
            void queryClient.invalidateQueries({ queryKey: listListingsQueryKey() });
            void navigate({ to: '/listings/$id', params: { id }, replace: true });
          }}
          onDismiss={() => trackAnalysis(undefined)}
        />
      )}
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </Page>
  );
}

function useColumns(): Column<Listing>[] {
  const t = useTranslations(translations);
  return [
    {
      header: t.name,
      cell: ({ id, attributes }) => (
        <>
          <Link to="/listings/$id" params={{ id }}>
            {attributes.title || id}
          </Link>
          {!attributes.readable && (
            <div>
              <Badge variant="dot" color="red" tt="none">
                {t.unreadable}
              </Badge>
            </div>
          )}
        </>
      ),
    },
    { header: t.vendor, cell: ({ attributes }) => attributes.vendor, from: 'md' },
    {
      header: t.score,
      cell: ({ attributes: { overall_score: score, grade } }) =>
        score !== null && grade ? <Grade score={score} grade={grade} /> : <Text size="sm">{t.noScore}</Text>,
    },
    {
      header: t.scored,
      cell: ({ attributes }) => attributes.analyzed_at && <DateTime at={attributes.analyzed_at} />,
      from: 'sm',
    },
  ];
}
