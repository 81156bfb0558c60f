import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { AgentMetrics } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

const HEIGHT = 220;

/** Executions of each day by how they ended. */
export function DailyExecutions({ trend }: { trend: AgentMetrics['attributes']['trend'] }) {
  const say = useTexts(texts);
  const format = useFormat();
  const data = trend.map(({ date, executions }) => ({
    date: format.shortDay(date),
    completed: executions.completed,
    failed: executions.failed,
    cancelled: executions.cancelled,
  }));
  return (
    <figure aria-label={say.executionsByDay} className="plain">
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="date"
        type="stacked"
        yAxisProps={{ allowDecimals: false }}
        series={[
          { name: 'completed', label: say.completed, color: 'green.6' },
          { name: 'failed', label: say.failed, color: 'red.6' },
          { name: 'cancelled', label: say.cancelled, color: 'orange.6' },
        ]}
        valueFormatter={format.number}
      />
    </figure>
  );
}
