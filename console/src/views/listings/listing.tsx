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
import { Dialog } from '../../components/dialog.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Analysis } from './analysis.tsx';
import { AnalysisForm } from './analysis-form.tsx';
import { ContentAnalysis } from './content-analysis.tsx';
import { Gauge } from './gauge.tsx';
import { History } from './history.tsx';
import { Parts } from './parts.tsx';
import { Recommendations } from './recommendations.tsx';
import { texts } from './texts.ts';
import { categoryOf, type Score } from './words.ts';

const route = getRouteApi('/listings/$id');

/** A listing: its score, what would raise it, and how it has fared. */
export function ListingView() {
  const { id } = route.useParams();
  const say = useTexts(texts);
  const listing = useQuery(getListingOptions({ path: { id } }));
  const latest = useQuery({
    ...listListingScoresOptions({ path: { listingId: id }, query: { per_page: 1 } }),
    select: ({ data }) => data[0] ?? null,
  });
  return (
    <Page
      title={listing.data?.data.attributes.title || say.one(id)}
      actions={latest.data !== undefined && <Again latest={latest.data} />}
    >
      <Running />
      <Loaded query={listing}>
        {({ data }) => (
          <>
            <Reading listing={data} />
            <Loaded query={latest}>
              {(score) => (score ? <Scored latest={score} /> : <Empty title={say.noScore}>{say.noScoreText}</Empty>)}
            </Loaded>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Asks for another analysis, with what the latest was made with. */
function Again({ latest }: { latest: ListingScore | null }) {
  const { id } = route.useParams();
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const known = latest && {
    brand_keyword: latest.attributes.brand_keyword,
    category_code: categoryOf(latest.attributes),
  };
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{say.analyzeAgain}</Button>
      <Dialog title={say.analyzeAgain} opened={isAsking} onClose={() => setIsAsking(false)}>
        <AnalysisForm
          initial={{ listing_url: id, ...known }}
          onStart={(analysis) => {
            setIsAsking(false);
            void navigate({ search: { analysis }, replace: true });
          }}
        />
      </Dialog>
    </>
  );
}

/** The analysis that goes on, if one does; its score is shown once it is there. */
function Running() {
  const { id } = route.useParams();
  const { analysis } = route.useSearch();
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  if (analysis === undefined) return null;
  const end = () => void navigate({ search: (before) => ({ ...before, analysis: undefined }), replace: true });
  return (
    <Analysis
      id={analysis}
      onScore={() => {
        notifications.show({ message: say.scoredNow });
        void queries.invalidateQueries({ queryKey: getListingQueryKey({ path: { id } }) });
        void queries.invalidateQueries({ queryKey: listListingScoresQueryKey({ path: { listingId: id } }) });
        end();
      }}
      onDismiss={end}
    />
  );
}

function Reading({ listing: { attributes } }: { listing: Listing }) {
  const say = useTexts(texts);
  const { vendor, categories, read_at: read, changed_at: changed, published_at: published, readable } = attributes;
  return (
    <>
      {!readable && (
        <Alert color="red" variant="outline" title={say.unreadable}>
          {say.unreadableText}
        </Alert>
      )}
      <Facts>
        <Fact name={say.vendor}>{vendor}</Fact>
        {categories.length > 0 && <Fact name={say.categories}>{categories.join(', ')}</Fact>}
        <Fact name={say.read}>
          <Moment at={read} />
        </Fact>
        <Fact name={say.changed}>
          <Moment at={changed} />
        </Fact>
        {published && (
          <Fact name={say.published}>
            <Moment at={published} to="day" />
          </Fact>
        )}
      </Facts>
    </>
  );
}

/** The score that the address names, else the latest. */
function Scored({ latest }: { latest: ListingScore }) {
  const { score: chosen = latest.id } = route.useSearch();
  const { id } = route.useParams();
  const say = useTexts(texts);
  const query = useQuery(getSeoJobOptions({ path: { id: chosen } }));
  return (
    <Stack>
      {chosen !== latest.id && (
        <Alert variant="outline" title={say.olderScore}>
          <Link to="/listings/$id" params={{ id }}>
            {say.toLatest}
          </Link>
        </Alert>
      )}
      <Loaded query={query}>{({ data }) => data && <Judgement score={data} />}</Loaded>
      <Section title={say.history}>
        <History />
      </Section>
    </Stack>
  );
}

function Judgement({ score }: { score: Score }) {
  const say = useTexts(texts);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Section title={say.score}>
          <Stack align="center" gap="xs">
            <Gauge {...score} />
            <Text size="sm">
              {say.scored} <Moment at={score.analyzed_at} />
            </Text>
          </Stack>
        </Section>
        <Section title={say.parts}>
          <Parts {...score} />
        </Section>
      </SimpleGrid>
      <Section title={say.recommendations}>
        <Recommendations {...score} />
      </Section>
      {score.content_analysis && (
        <Section title={say.textsOf}>
          <ContentAnalysis analysis={score.content_analysis} />
        </Section>
      )}
    </>
  );
}
