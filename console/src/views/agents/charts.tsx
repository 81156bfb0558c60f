import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { AgentMetrics } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

const HEIGHT = 220;

/** Executions per day by outcome. */
export function DailyExecutions({ trend }: { trend: AgentMetrics['attributes']['trend'] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const data = trend.map(({ date, executions }) => ({
    date: format.shortDay(date),
    completed: executions.completed,
    failed: executions.failed,
    cancelled: executions.cancelled,
  }));
  return (
    <figure aria-label={t.executionsByDay} className="unstyled">
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="date"
        type="stacked"
        yAxisProps={{ allowDecimals: false }}
        series={[
          { name: 'completed', label: t.completed, color: 'green.6' },
          { name: 'failed', label: t.failed, color: 'red.6' },
          { name: 'cancelled', label: t.cancelled, color: 'orange.6' },
        ]}
        valueFormatter={format.number}
      />
    </figure>
  );
}
