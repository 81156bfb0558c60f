import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getUsageOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { translations } from './translations.ts';

const HEIGHT = 220;
const BAR_PX = 24;
/** Capabilities in the chart. */
const MAX_BARS = 8;

/** Credits per day. */
export function DailyCredits({ daily }: { daily: readonly { date: string; credits: number }[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const data = daily.map(({ date, credits }) => ({ date: format.shortDay(date), credits }));
  return (
    <figure aria-label={t.byDay} className="unstyled">
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="date"
        series={[{ name: 'credits', label: t.credits, color: 'indigo.6' }]}
        valueFormatter={format.number}
      />
    </figure>
  );
}

/** Credits per capability over the same days, most expensive first. */
export function CapabilityCredits() {
  const t = useTranslations(translations);
  const format = useFormat();
  const capabilityName = useCapabilityName();
  const query = useQuery(getUsageOptions());
  return (
    <QueryContent query={query}>
      {({ data }) => {
        const rows = data.attributes.by_capability
          .toSorted((a, b) => b.credits - a.credits)
          .slice(0, MAX_BARS)
          .map(({ slug, credits }) => ({ name: capabilityName(slug), credits }));
        if (rows.length === 0) return <Text size="sm">{t.nothingUsed}</Text>;
        return (
          <figure aria-label={t.byCapability} className="unstyled">
            <BarChart
              h={HEIGHT}
              data={rows}
              dataKey="name"
              orientation="vertical"
              maxBarWidth={BAR_PX}
              yAxisProps={{ width: 160 }}
              series={[{ name: 'credits', label: t.credits, color: 'indigo.6' }]}
              valueFormatter={format.number}
            />
          </figure>
        );
      }}
    </QueryContent>
  );
}
