import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { ListingScore } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

const HEIGHT = 200;

/** Scores over time, oldest first. */
export function HistoryChart({ scores }: { scores: readonly ListingScore[] }) {
  const say = useTexts(texts);
  const format = useFormat();
  const data = scores.toReversed().map(({ attributes }) => ({
    at: format.dateTime(attributes.analyzed_at),
    score: attributes.overall_score,
  }));
  return (
    <figure aria-label={say.historyChart} className="plain">
      <LineChart
        h={HEIGHT}
        data={data}
        dataKey="at"
        series={[{ name: 'score', label: say.score, color: 'indigo.6' }]}
        yAxisProps={{ domain: [0, 100] }}
        curveType="linear"
      />
    </figure>
  );
}
