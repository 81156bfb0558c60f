import { Table, VisuallyHidden } from '@mantine/core';
import { useFormat } from '../i18n/format.ts';

/** A bar of a chart. */
export interface Bar {
  name: string;
  value: number;
}

/** Props of the charts. */
interface ChartProps {
  /** What the chart shows. */
  label: string;
  /** Heading of the values. */
  unit: string;
  bars: readonly Bar[];
}

/** Dates below a chart; more would overlap in a narrow window. */
const MOST_NAMES = 4;

/** Upright bars over time. Made of plain elements, because a library for charts is larger than the rest of the view. */
export function ColumnChart({ label, unit, bars }: ChartProps) {
  const format = useFormat();
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const every = Math.ceil(bars.length / MOST_NAMES);
  return (
    <figure aria-label={label} className="unstyled column-chart">
      <div aria-hidden className="column-chart-plot">
        <span className="column-chart-most">{format.number(most)}</span>
        {bars.map(({ name, value }) => (
          <div key={name} title={`${name}: ${format.number(value)}`}>
            <div style={{ height: `${(value / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <div aria-hidden className="column-chart-names">
        {bars
          .filter((_bar, index) => index % every === 0)
          .map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {format.number(value)} {unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

/** Level bars with their names and numbers, which is a table as it stands. */
export function BarTable({ label, unit, bars }: ChartProps) {
  const format = useFormat();
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <figure aria-label={label} className="unstyled">
      <Table aria-label={label} withRowBorders={false} className="bar-table">
        <Table.Tbody>
          {bars.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">
                {name}
                <div aria-hidden style={{ width: `${(value / most) * 100}%` }} />
              </Table.Th>
              <Table.Td ta="right" className="numeric" title={unit}>
                {format.number(value)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </figure>
  );
}
