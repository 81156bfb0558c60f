/** One curve, or family of curves, of a panel. */
interface Query {
  expr: string;
  /** Grafana's template of a curve's name, such as `{{route}}`. */
  legend: string;
}

/** A panel of a dashboard. */
interface Panel {
  title: string;
  /** One sentence: what a person should see in it. */
  description: string;
  /** Of Grafana: `s`, `reqps`, `percentunit`, `short`, `currencyUSD`, `bytes`. */
  unit: 's' | 'reqps' | 'percentunit' | 'short' | 'currencyUSD' | 'bytes';
  queries: readonly Query[];
  /** Drawn red from here on. */
  threshold?: number;
}

/** A dashboard: rows of panels, each row with a heading. */
export interface Dashboard {
  uid: string;
  title: string;
  description: string;
  rows: readonly { title: string; panels: readonly Panel[] }[];
}

const WIDTH = 24;
const HEIGHT = 8;
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/** The dashboard in the form that Grafana imports. */
export function grafanaJson({ uid, title, description, rows }: Dashboard): object {
  let id = 0;
  let y = 0;
  const panels = rows.flatMap((row) => {
    const heading = { id: ++id, type: 'row', title: row.title, gridPos: { x: 0, y, w: WIDTH, h: 1 }, panels: [] };
    const width = WIDTH / Math.min(row.panels.length, 3);
    y += 1;
    const drawn = row.panels.map((panel, index) => ({
      id: ++id,
      type: 'timeseries',
      title: panel.title,
      description: panel.description,
      datasource: DATASOURCE,
      gridPos: { x: (index % 3) * width, y: y + Math.floor(index / 3) * HEIGHT, w: width, h: HEIGHT },
      fieldConfig: {
        defaults: {
          unit: panel.unit,
          min: 0,
          custom: { fillOpacity: 10, thresholdsStyle: { mode: panel.threshold === undefined ? 'off' : 'line' } },
          thresholds: {
            mode: 'absolute',
            steps: [
              { color: 'green', value: null },
              ...(panel.threshold === undefined ? [] : [{ color: 'red', value: panel.threshold }]),
            ],
          },
        },
        overrides: [],
      },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
      targets: panel.queries.map(({ expr, legend }, query) => ({
        refId: String.fromCharCode('A'.charCodeAt(0) + query),
        datasource: DATASOURCE,
        expr,
        legendFormat: legend,
      })),
    }));
    y += Math.ceil(row.panels.length / 3) * HEIGHT;
    return [heading, ...drawn];
  });
  return {
    uid,
    title,
    description,
    tags: ['marketwright'],
    schemaVersion: 41,
    editable: false,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source', hide: 0 }],
    },
    panels,
  };
}
