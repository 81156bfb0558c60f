import { Text } from '@mantine/core';
import type { GetOverviewResponse } from '../../api/generated/client/types.gen.ts';
import { BarTable, ColumnChart } from '../../components/bar-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { translations } from './translations.ts';

type Attributes = GetOverviewResponse['data']['attributes'];

/** Capabilities in the chart. */
const MAX_BARS = 8;

/** Credits per day. */
export function DailyCredits({ daily }: Pick<Attributes, 'daily'>) {
  const t = useTranslations(translations);
  const format = useFormat();
  const bars = daily.map(({ date, credits }) => ({ name: format.shortDay(date), value: credits }));
  return <ColumnChart label={t.byDay} unit={t.credits} bars={bars} />;
}

/** Credits per capability over the same days, most expensive first. */
export function CapabilityCredits({ used }: { used: Attributes['by_capability'] }) {
  const t = useTranslations(translations);
  const capabilityName = useCapabilityName();
  if (used.length === 0) return <Text size="sm">{t.nothingUsed}</Text>;
  const bars = used.slice(0, MAX_BARS).map(({ slug, credits }) => ({ name: capabilityName(slug), value: credits }));
  return <BarTable label={t.byCapability} unit={t.credits} bars={bars} />;
}
