import { Text } from '@mantine/core';
import type { GetOverviewResponse } from '../../api/generated/client/types.gen.ts';
import { DayChart, RankChart } from '../../components/charts.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { translations } from './translations.ts';

type Attributes = GetOverviewResponse['data']['attributes'];

/** Capabilities in the chart. */
const MAX_BARS = 8;

/** Credits per day. */
export function DailyCredits({ daily }: Pick<Attributes, 'daily'>) {
  const t = useTranslations(translations);
  return (
    <DayChart
      label={t.byDay}
      series={[{ label: t.credits, tone: 'chart' }]}
      days={daily.map(({ date, credits }) => ({ date, values: [credits] }))}
    />
  );
}

/** Credits per capability over the same days, most expensive first. */
export function CapabilityCredits({ used }: { used: Attributes['by_capability'] }) {
  const t = useTranslations(translations);
  const capabilityName = useCapabilityName();
  if (used.length === 0) return <Text size="sm">{t.nothingUsed}</Text>;
  const rows = used.slice(0, MAX_BARS).map(({ slug, credits }) => ({ name: capabilityName(slug), value: credits }));
  return <RankChart label={t.byCapability} names={t.capability} values={t.credits} rows={rows} />;
}
