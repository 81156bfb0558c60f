import type { Dashboard } from './dashboard.ts';

const HTTP = 'marketwright_http_request_duration_seconds';
const quantile = (q: number, metric: string, by: string) =>
  `histogram_quantile(${q}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${metric}_bucket[5m])))`;

/** Every program exports figures of its process under the same names; these are of the product's jobs. */
const OURS = '{job=~"marketwright-.+"}';

/** What partners feel. */
const PARTNERS: Dashboard = {
  uid: 'marketwright-partners',
  title: 'Marketwright: what partners feel',
  description: 'Requests, executions and deliveries as partners see them.',
  rows: [
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by status',
          description: 'A growing share of 4xx is a client; any 5xx is ours.',
          unit: 'reqps',
          queries: [{ expr: `sum by (status) (rate(${HTTP}_count[5m]))`, legend: '{{status}}' }],
        },
        {
          title: 'Share of failed requests',
          description: 'The objective is 0.1 %.',
          unit: 'percentunit',
          threshold: 0.001,
          queries: [
            { expr: `sum(rate(${HTTP}_count{status="5xx"}[5m])) / sum(rate(${HTTP}_count[5m]))`, legend: 'all' },
            { expr: 'marketwright:accept_errors:ratio_rate1h', legend: 'POST, 1 h' },
          ],
        },
        {
          title: 'Wait at p50, p95, p99',
          description: 'Long polls and streams are part of it.',
          unit: 's',
          queries: [0.5, 0.95, 0.99].map((q) => ({ expr: quantile(q, HTTP, ''), legend: `p${q * 100}` })),
        },
        {
          title: 'Slowest routes at p95',
          description: 'The ten routes that let partners wait longest.',
          unit: 's',
          queries: [{ expr: `topk(10, ${quantile(0.95, HTTP, 'method, route')})`, legend: '{{method}} {{route}}' }],
        },
        {
          title: 'Refused by rate limits',
          description: 'Which limit refuses; a plan that is too small shows as plan.',
          unit: 'reqps',
          queries: [{ expr: 'sum by (limit) (rate(marketwright_http_rate_limited_total[5m]))', legend: '{{limit}}' }],
        },
        {
          title: 'Requests to old paths',
          description: 'Partners who have to move before LEGACY_ROUTES=gone.',
          unit: 'reqps',
          queries: [
            { expr: 'sum by (partner) (rate(marketwright_legacy_requests_total[1h]))', legend: 'partner {{partner}}' },
          ],
        },
      ],
    },
    {
      title: 'Executions',
      panels: [
        {
          title: 'Oldest open execution',
          description: 'Executions take seconds to minutes.',
          unit: 's',
          threshold: 3600,
          queries: [{ expr: 'max(marketwright_executions_oldest_open_seconds)', legend: 'age' }],
        },
        {
          title: 'Steps by outcome',
          description: 'What becomes of the work; only completed is charged.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum by (outcome) (rate(marketwright_activity_duration_seconds_count{activity=~"planExecution|runStep|settleExecution"}[5m]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Answers of the AI provider at p95',
          description: 'Most of the time that an execution takes.',
          unit: 's',
          queries: [{ expr: quantile(0.95, 'marketwright_ai_request_duration_seconds', 'task'), legend: '{{task}}' }],
        },
      ],
    },
    {
      title: 'Webhooks',
      panels: [
        {
          title: 'First attempts within 30 s',
          description: 'The objective is 99 %.',
          unit: 'percentunit',
          queries: [{ expr: '1 - marketwright:deliveries_late:ratio_rate5m', legend: 'in time' }],
        },
        {
          title: 'Attempts by outcome',
          description: 'Other than succeeded: mostly the receivers.',
          unit: 'reqps',
          queries: [
            { expr: 'sum by (outcome) (rate(marketwright_webhook_attempts_total[5m]))', legend: '{{outcome}}' },
          ],
        },
        {
          title: 'Oldest delivery that is due',
          description: 'Late deliveries are ours until an attempt was made.',
          unit: 's',
          threshold: 60,
          queries: [{ expr: 'max(marketwright_webhook_oldest_due_seconds)', legend: 'age' }],
        },
      ],
    },
  ],
};

/** What staff must do. */
const STAFF: Dashboard = {
  uid: 'marketwright-staff',
  title: 'Marketwright: what staff must do',
  description: 'Dependencies, work that waits, money and processes. Each alert has a runbook.',
  rows: [
    {
      title: 'Dependencies',
      panels: [
        {
          title: 'Parts that do not work',
          description: 'Empty when all is well.',
          unit: 'short',
          queries: [{ expr: 'marketwright_ready == 0', legend: '{{instance}} {{check}}' }],
        },
        {
          title: 'Commands that wait for Temporal',
          description: 'Parked ones need a person.',
          unit: 'short',
          queries: [{ expr: 'max by (state) (marketwright_outbox_commands)', legend: '{{state}}' }],
        },
        {
          title: 'Requests to the AI provider by outcome',
          description: 'Other than ok: quota, key or an overloaded provider.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum by (outcome) (rate(marketwright_ai_request_duration_seconds_count[5m]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'List price of the AI, a day',
          description: 'By model; models without a price are missing.',
          unit: 'currencyUSD',
          queries: [{ expr: 'sum by (model) (increase(marketwright_ai_price_usd_total[1d]))', legend: '{{model}}' }],
        },
        {
          title: 'Readings of listings by outcome',
          description: 'The marketplace as it answers.',
          unit: 'reqps',
          queries: [
            {
              expr: 'sum by (outcome) (rate(marketwright_marketplace_reading_duration_seconds_count[5m]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Refused addresses',
          description: 'Calls to addresses that are not public: a mistake of a partner, or an attack.',
          unit: 'reqps',
          queries: [{ expr: 'sum(rate(marketwright_outbound_blocked_total[5m]))', legend: 'blocked' }],
        },
      ],
    },
    {
      title: 'Work and money',
      panels: [
        {
          title: 'Lost runs',
          description: 'Rows that were ended because their run was gone.',
          unit: 'short',
          queries: [{ expr: 'sum by (kind) (increase(marketwright_runs_lost_total[1h]))', legend: '{{kind}}' }],
        },
        {
          title: 'Books: rows that disagree',
          description: 'Anything above 0 needs a person.',
          unit: 'short',
          threshold: 1,
          queries: [{ expr: 'max by (kind) (marketwright_reconciliation_rows)', legend: '{{kind}}' }],
        },
        {
          title: 'Use without an invoice',
          description: 'After the monthly run both should be 0.',
          unit: 'short',
          queries: [{ expr: 'max by (partner) (marketwright_usage_unbilled_records)', legend: '{{partner}}' }],
        },
        {
          title: 'Events of payment gateways',
          description: 'Refused and failed ones need a person.',
          unit: 'short',
          queries: [
            {
              expr: 'sum by (gateway, outcome) (increase(marketwright_payment_events_total[1h]))',
              legend: '{{gateway}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Webhooks switched off, secrets unreadable',
          description: 'Endpoints that get nothing.',
          unit: 'short',
          queries: [
            { expr: 'max(marketwright_webhook_disabled_endpoints)', legend: 'switched off' },
            { expr: 'max(marketwright_webhook_unreadable_secrets)', legend: 'unreadable secrets' },
          ],
        },
        {
          title: 'Analyses by outcome',
          description: 'Lost and busy ones are ours.',
          unit: 'reqps',
          queries: [{ expr: 'sum by (outcome) (rate(marketwright_seo_analyses_total[5m]))', legend: '{{outcome}}' }],
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'Event loop at p99',
          description: 'Above 0.05 for minutes: add processes.',
          unit: 's',
          threshold: 0.05,
          queries: [{ expr: `nodejs_eventloop_lag_p99_seconds${OURS}`, legend: '{{instance}}' }],
        },
        {
          title: 'Processor',
          description: '1 is a whole core, the most that an API process uses.',
          unit: 'short',
          queries: [{ expr: `rate(process_cpu_seconds_total${OURS}[5m])`, legend: '{{instance}}' }],
        },
        {
          title: 'Memory',
          description: 'Resident.',
          unit: 'bytes',
          queries: [{ expr: `process_resident_memory_bytes${OURS}`, legend: '{{instance}}' }],
        },
        {
          title: 'Connections to PostgreSQL',
          description: 'Waiting above 0: too few connections, or slow statements.',
          unit: 'short',
          queries: [{ expr: 'sum by (state) (marketwright_database_connections)', legend: '{{state}}' }],
        },
      ],
    },
  ],
};

/** All dashboards, by the name of their file. */
export const DASHBOARDS: Record<string, Dashboard> = { 'partners.json': PARTNERS, 'staff.json': STAFF };
