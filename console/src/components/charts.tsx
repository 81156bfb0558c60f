import { Button, Group, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';

/** What the parts of a bar are; `chart` is the colour of charts, the others are tones of statuses. */
export interface Series {
  label: string;
  tone: 'chart' | 'success' | 'warning' | 'danger' | 'neutral';
}

/** Values of a day, one of each series. */
export interface DayValues {
  /** Such as 2026-11-23. */
  date: string;
  values: readonly number[];
}

/** A figure with the numbers behind it: screen readers have the table, and everybody can look at it. */
function ChartFigure({ label, table, children }: { label: string; table: ReactNode; children: ReactNode }) {
  const t = useTranslations(translations);
  const [isTable, setIsTable] = useState(false);
  return (
    <figure aria-label={label} className="unstyled chart">
      <Button
        className="chart-toggle"
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? t.asChart : t.asTable}
      </Button>
      {!isTable && <div aria-hidden>{children}</div>}
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and people without a mouse have to reach it
        <div className="chart-table" tabIndex={0}>
          {table}
        </div>
      ) : (
        <div className="visually-hidden">{table}</div>
      )}
    </figure>
  );
}

/** Bars by day, stacked where there are several series. The highest is labelled, and the first and the last day. */
export function DayChart({
  label,
  series,
  days,
}: {
  label: string;
  series: readonly Series[];
  days: readonly DayValues[];
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const totals = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...totals);
  const peak = totals.indexOf(most);
  const describe = ({ date, values }: DayValues) =>
    `${format.day(date)}: ${values.map((value, index) => (series.length === 1 ? '' : `${series[index]?.label} `) + format.number(value)).join(', ')}`;
  return (
    <ChartFigure
      label={label}
      table={
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t.day}</Table.Th>
              {series.map((each) => (
                <Table.Th key={each.label} scope="col" ta="right">
                  {each.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ date, values }) => (
              <Table.Tr key={date}>
                <Table.Td>{format.day(date)}</Table.Td>
                {values.map((value, index) => (
                  <Table.Td key={series[index]?.label} ta="right">
                    {format.number(value)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      }
    >
      {series.length > 1 && <Legend series={series} />}
      <div className="bars">
        {days.map((day, index) => (
          <div key={day.date} className="bar-day" title={describe(day)}>
            {index === peak && <span className="bar-peak figure">{format.number(most)}</span>}
            {day.values.map((value, part) =>
              value === 0 ? null : (
                <span
                  key={series[part]?.label}
                  data-tone={series[part]?.tone}
                  style={{ height: `${(value / most) * 100}%` }}
                />
              ),
            )}
          </div>
        ))}
      </div>
      <div className="bar-axis">
        {[
          days[0],
          days.length > 2 ? days[Math.floor(days.length / 2)] : undefined,
          days.length > 1 ? days.at(-1) : undefined,
        ]
          .filter((day) => day !== undefined)
          .map(({ date }) => (
            <span key={date}>{format.shortDay(date)}</span>
          ))}
      </div>
    </ChartFigure>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <Group gap="md" mb="xs">
      {series.map(({ label, tone }) => (
        <Text key={label} size="xs" c="dimmed" className="legend" data-tone={tone}>
          {label}
        </Text>
      ))}
    </Group>
  );
}

/** Names with a bar and a number each, the greatest first. It is a table, so it needs none behind it. */
export function RankChart({
  label,
  names,
  values,
  rows,
}: {
  label: string;
  /** Heads of the columns of names and of numbers. */
  names: string;
  values: string;
  rows: readonly { name: string; value: number }[];
}) {
  const format = useFormat();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <figure aria-label={label} className="unstyled">
      <table className="ranks">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{names}</th>
            <th scope="col">{values}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className="rank" aria-hidden>
                  <span style={{ width: `${(value / most) * 100}%` }} />
                </span>
              </th>
              <td>{format.number(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Values from 0 to 100 over time, oldest first; the last is labelled. */
export function LineChart({
  label,
  points,
  names,
  values,
}: {
  label: string;
  points: readonly { at: string; value: number }[];
  /** Heads of the table's columns. */
  names: string;
  values: string;
}) {
  const format = useFormat();
  // In hundredths of the drawing's width and height.
  const x = (index: number) => (index / Math.max(points.length - 1, 1)) * 100;
  const path = points.map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${100 - value}`).join('');
  const last = points.at(-1);
  return (
    <ChartFigure
      label={label}
      table={
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{names}</Table.Th>
              <Table.Th scope="col" ta="right">
                {values}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.toReversed().map(({ at, value }) => (
              <Table.Tr key={at}>
                <Table.Td>{format.dateTime(at)}</Table.Td>
                <Table.Td ta="right">{format.number(value)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      }
    >
      <div className="line-chart">
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="area" d={`${path}L${x(points.length - 1)} 100L0 100Z`} />
          <path d={path} />
        </svg>
        {points.map(({ at, value }, index) => (
          <span
            key={at}
            title={`${format.dateTime(at)}: ${format.number(value)}`}
            style={{ left: `${x(index)}%`, top: `${100 - value}%` }}
          />
        ))}
        {last && <strong style={{ top: `${100 - last.value}%` }}>{format.number(last.value)}</strong>}
      </div>
      <div className="bar-axis line-axis">
        {points[0] && <span>{format.date(points[0].at)}</span>}
        {last && points.length > 1 && <span>{format.date(last.at)}</span>}
      </div>
    </ChartFigure>
  );
}
