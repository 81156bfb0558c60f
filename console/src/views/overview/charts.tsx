import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getUsageOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

const HEIGHT = 220;
/** Capabilities that have a bar of their own. */
const SHOWN = 8;

/** Credits of each day. */
export function DailyCredits({ daily }: { daily: readonly { date: string; credits: number }[] }) {
  const say = useTexts(texts);
  const format = useFormat();
  const data = daily.map(({ date, credits }) => ({ date: format.shortDay(date), credits }));
  return (
    <figure aria-label={say.byDay} className="plain">
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="date"
        series={[{ name: 'credits', label: say.credits, color: 'indigo.6' }]}
        valueFormatter={format.number}
      />
    </figure>
  );
}

/** Credits of each capability over the same days, the dearest first. */
export function CapabilityCredits() {
  const say = useTexts(texts);
  const format = useFormat();
  const query = useQuery(getUsageOptions());
  return (
    <Loaded query={query}>
      {({ data }) => {
        const rows = data.attributes.by_capability.toSorted((a, b) => b.credits - a.credits).slice(0, SHOWN);
        if (rows.length === 0) return <Text size="sm">{say.nothingUsed}</Text>;
        return (
          <figure aria-label={say.byCapability} className="plain">
            <BarChart
              h={HEIGHT}
              data={rows}
              dataKey="slug"
              orientation="vertical"
              yAxisProps={{ width: 160 }}
              series={[{ name: 'credits', label: say.credits, color: 'indigo.6' }]}
              valueFormatter={format.number}
            />
          </figure>
        );
      }}
    </Loaded>
  );
}
