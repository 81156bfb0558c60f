import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getUsageOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Usage } from '../../api/generated/client/types.gen.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, Rows } from '../../components/paged-list.tsx';
import { Section } from '../../components/section.tsx';
import { Loaded, Loading } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { inWords } from '../../lib/words.ts';
import { texts } from './texts.ts';

const DailyCredits = lazy(() =>
  import('../overview/charts.tsx').then(({ DailyCredits }) => ({ default: DailyCredits })),
);
const CapabilityCredits = lazy(() =>
  import('../overview/charts.tsx').then(({ CapabilityCredits }) => ({ default: CapabilityCredits })),
);

type Attributes = Usage['attributes'];

/** What was used of the plan: credits, requests, by day, by capability and by key. */
export function UsageView() {
  const say = useTexts(texts);
  const query = useQuery(getUsageOptions());
  return (
    <Page title={say.usage}>
      <Loaded query={query}>{({ data }) => <Figures attributes={data.attributes} />}</Loaded>
    </Page>
  );
}

function Figures({ attributes: { plan, credits, requests, daily, keys } }: { attributes: Attributes }) {
  const say = useTexts(texts);
  const format = useFormat();
  return (
    <Stack>
      <Facts>
        <Fact name={say.plan}>{inWords(plan)}</Fact>
        <Fact name={say.available}>
          {format.number(credits.available)} ({say.held(format.number(credits.held))})
        </Fact>
        <Fact name={say.usedToday}>{format.number(credits.used_today)}</Fact>
        <Fact name={say.usedThisMonth}>{format.number(credits.used_this_month)}</Fact>
        <Fact name={say.requests}>
          {say.ofLimit(format.number(requests.used_today), format.number(requests.per_day_limit))}
        </Fact>
      </Facts>
      <Section title={say.byDay}>
        {daily.some((day) => day.credits > 0) ? (
          <Suspense fallback={<Loading />}>
            <DailyCredits daily={daily} />
          </Suspense>
        ) : (
          <Text size="sm">{say.nothingUsed}</Text>
        )}
      </Section>
      <Section title={say.byCapability}>
        <Suspense fallback={<Loading />}>
          <CapabilityCredits />
        </Suspense>
      </Section>
      <Section title={say.keys}>
        <Keys keys={keys} />
      </Section>
    </Stack>
  );
}

function Keys({ keys }: { keys: Attributes['keys'] }) {
  const say = useTexts(texts);
  const format = useFormat();
  const columns: Column<Attributes['keys'][number]>[] = [
    { header: say.key, cell: ({ prefix }) => prefix },
    {
      header: say.limit,
      cell: ({ daily_credit_limit: limit }) => (limit === null ? say.noLimit : format.number(limit)),
      from: 'xs',
      align: 'right',
    },
    { header: say.usedToday, cell: ({ used_today: used }) => format.number(used), align: 'right' },
  ];
  if (keys.length === 0) return <Text size="sm">{say.noKeys}</Text>;
  return <Rows rows={keys} columns={columns} label={say.keys} isBusy={false} />;
}
