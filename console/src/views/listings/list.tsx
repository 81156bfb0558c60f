import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listListingsOptions, listListingsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { AnalysisForm, AnalysisProgress } from './analysis-form.tsx';
import { Grade } from './grade.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/listings');

/** All analysed listings with their latest score, and a button to analyse another one. */
export default function ListingList() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const { analysis, ...page } = route.useSearch();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const trackAnalysis = (id: number | undefined) => {
    setIsDialogOpen(false);
    void navigate({ search: (previous) => ({ ...previous, analysis: id }), replace: true });
  };
  return (
    <ListView
      text={t}
      actions={<Button onClick={() => setIsDialogOpen(true)}>{t.analyze}</Button>}
      firstStep={
        <Button variant="default" onClick={() => setIsDialogOpen(true)}>
          {t.firstStep}
        </Button>
      }
      query={listListingsOptions({ query: page })}
      columns={[
        {
          header: t.name,
          cell: ({ id, attributes }) => (
            <>
              <Link to="/listings/$id" params={{ id }}>
                {attributes.title || id}
              </Link>
              {!attributes.readable && (
                <div>
                  <StatusBadge color="red">{t.unreadable}</StatusBadge>
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
          cell: ({ attributes }) => attributes.analyzed_at && <DateTime at={attributes.analyzed_at} relative />,
          from: 'sm',
        },
      ]}
    >
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
    </ListView>
  );
}
