import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getListingOptions,
  getListingQueryKey,
  getSeoJobOptions,
  listListingScoresOptions,
  listListingScoresQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Listing, ListingScore } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Page, Section } from '../../components/page.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { AnalysisForm, AnalysisProgress } from './analysis-form.tsx';
import { History } from './history.tsx';
import { categoryOf, type Score } from './model.ts';
import { Rescoring } from './rescoring.tsx';
import { ContentAnalysis, Gauge, Recommendations, ScoreBreakdown } from './score.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/listings/$id');

/** A listing: score, recommendations and history. */
export default function ListingView() {
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const listing = useQuery(getListingOptions({ path: { id } }));
  const latest = useQuery({
    ...listListingScoresOptions({ path: { listingId: id }, query: { per_page: 1 } }),
    select: ({ data }) => data[0] ?? null,
  });
  return (
    <Page
      title={listing.data?.data.attributes.title || t.singular(id)}
      actions={latest.data !== undefined && <AnalyzeAgain latest={latest.data} />}
    >
      <RunningAnalysis />
      <QueryContent query={listing}>
        {({ data }) => (
          <>
            <ListingDetails listing={data} />
            <QueryContent query={latest}>
              {(score) =>
                score ? <SelectedScore latest={score} /> : <EmptyState title={t.noScore}>{t.noScoreText}</EmptyState>
              }
            </QueryContent>
          </>
        )}
      </QueryContent>
    </Page>
  );
}

/** Starts another analysis with the settings of the latest one. */
function AnalyzeAgain({ latest }: { latest: ListingScore | null }) {
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const previousSettings = latest && {
    brand_keyword: latest.attributes.brand_keyword,
    category_code: categoryOf(latest.attributes),
  };
  return (
    <>
      <Button onClick={() => setIsDialogOpen(true)}>{t.analyzeAgain}</Button>
      <Dialog title={t.analyzeAgain} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <AnalysisForm
          initial={{ listing_url: id, ...previousSettings }}
          onStart={(analysis) => {
            setIsDialogOpen(false);
            void navigate({ search: { analysis }, replace: true });
          }}
        />
      </Dialog>
    </>
  );
}

/** The analysis in the address, if any. */
function RunningAnalysis() {
  const { id } = route.useParams();
  const { analysis } = route.useSearch();
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  if (analysis === undefined) return null;
  const end = () => void navigate({ search: (previous) => ({ ...previous, analysis: undefined }), replace: true });
  return (
    <AnalysisProgress
      id={analysis}
      onScore={() => {
        notifications.show({ message: t.scoredMessage });
        void queryClient.invalidateQueries({ queryKey: getListingQueryKey({ path: { id } }) });
        void queryClient.invalidateQueries({ queryKey: listListingScoresQueryKey({ path: { listingId: id } }) });
        end();
      }}
      onDismiss={end}
    />
  );
}

function ListingDetails({ listing: { attributes } }: { listing: Listing }) {
  const t = useTranslations(translations);
  const { vendor, categories, read_at: read, changed_at: changed, published_at: published, readable } = attributes;
  return (
    <>
      {!readable && (
        <Alert color="red" variant="outline" title={t.unreadable}>
          {t.unreadableText}
        </Alert>
      )}
      <DescriptionList>
        <DescriptionItem name={t.vendor}>{vendor}</DescriptionItem>
        {categories.length > 0 && <DescriptionItem name={t.categories}>{categories.join(', ')}</DescriptionItem>}
        <DescriptionItem name={t.read}>
          <DateTime at={read} />
        </DescriptionItem>
        <DescriptionItem name={t.changed}>
          <DateTime at={changed} />
        </DescriptionItem>
        {published && (
          <DescriptionItem name={t.published}>
            <DateTime at={published} precision="day" />
          </DescriptionItem>
        )}
      </DescriptionList>
    </>
  );
}

/** The score in the address, or the latest one. */
function SelectedScore({ latest }: { latest: ListingScore }) {
  const { score: chosen = latest.id } = route.useSearch();
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const query = useQuery(getSeoJobOptions({ path: { id: chosen } }));
  return (
    <Stack>
      {chosen !== latest.id && (
        <Alert variant="outline" title={t.olderScore}>
          <Link to="/listings/$id" params={{ id }}>
            {t.toLatest}
          </Link>
        </Alert>
      )}
      <QueryContent query={query}>{({ data }) => data && <ScoreDetails analysis={chosen} score={data} />}</QueryContent>
      <Section title={t.history}>
        <History />
      </Section>
      <Rescoring latest={latest} />
    </Stack>
  );
}

function ScoreDetails({ analysis, score }: { analysis: number; score: Score }) {
  const t = useTranslations(translations);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Section title={t.score}>
          <Stack align="center" gap="xs">
            <Gauge {...score} />
            <Text size="sm">
              {t.scored} <DateTime at={score.analyzed_at} />
            </Text>
          </Stack>
        </Section>
        <Section title={t.parts}>
          <ScoreBreakdown {...score} />
        </Section>
      </SimpleGrid>
      <Section title={t.recommendations}>
        <Recommendations analysis={analysis} {...score} />
      </Section>
      {score.content_analysis && (
        <Section title={t.contentAnalysis}>
          <ContentAnalysis analysis={score.content_analysis} />
        </Section>
      )}
    </>
  );
}
