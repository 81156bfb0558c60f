import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { ListingScore } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

const HEIGHT = 200;

/** Scores over time, oldest first. */
export function HistoryChart({ scores }: { scores: readonly ListingScore[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const data = scores.toReversed().map(({ attributes }) => ({
    at: format.dateTime(attributes.analyzed_at),
    score: attributes.overall_score,
  }));
  return (
    <figure aria-label={t.historyChart} className="unstyled">
      <LineChart
        h={HEIGHT}
        data={data}
        dataKey="at"
        series={[{ name: 'score', label: t.score, color: 'indigo.6' }]}
        yAxisProps={{ domain: [0, 100] }}
        curveType="linear"
      />
    </figure>
  );
}
