import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import type { ChildSpec } from '../supervised.ts';

const RETENTION = '30 days';
/** A minute: on a machine that is merely busy it answers now and then. */
const LIVENESS = { everyMs: 5_000, failures: 12 };
const PROBE_LIMIT_MS = 5_000;
/** The search attributes of the product's workflows; each is a keyword. */
export const SEARCH_ATTRIBUTES = ['MwPartnerId', 'MwResourceId', 'MwCapability'];

/** The development server polls slowly by default; with these a workflow of one activity takes 25 ms instead of 150. */
const DYNAMIC_CONFIG = [
  'history.transferProcessorMaxPollRPS=10000',
  'history.timerProcessorMaxPollRPS=10000',
  'history.visibilityProcessorMaxPollRPS=10000',
  // Otherwise no timer and no retry takes less than a second.
  'history.timerProcessorMaxTimeShift="10ms"',
  // Without these two, priorities and fairness keys are silently ignored.
  'matching.useNewMatcher=true',
  'matching.enableFairness=true',
];

/** What a local Temporal server needs to know. */
export interface TemporalOptions {
  executable: string;
  database: string;
  port: number;
  uiPort: number;
  namespace: string;
  /** More dynamic configuration, each `name=value`. */
  dynamicConfig?: readonly string[];
}

/** How to run the local Temporal server with its Web UI. */
export function temporalSpec(options: TemporalOptions): ChildSpec {
  const { executable, database, port, uiPort, namespace, dynamicConfig = [] } = options;
  const address = `127.0.0.1:${port}`;
  const repeated = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value]);
  return {
    name: 'temporal',
    command: executable,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
      ...['--db-filename', database, '--log-level', 'warn', '--log-format', 'json'],
      ...(namespace === 'default' ? [] : ['--namespace', namespace]),
      ...repeated(
        '--search-attribute',
        SEARCH_ATTRIBUTES.map((name) => `${name}=Keyword`),
      ),
      ...repeated('--sqlite-pragma', ['journal_mode=wal', 'synchronous=normal']),
      ...repeated('--dynamic-config-value', [...DYNAMIC_CONFIG, ...dynamicConfig]),
    ],
    cwd: '/',
    env: {},
    stopSignal: 'SIGTERM',
    graceMs: 10_000,
    ready: () => answers(address, namespace),
    // Where a statement is interrupted at its deadline, the server's SQLite connection may refuse every one from then on.
    liveness: LIVENESS,
  };
}

/** Keeps closed workflows readable for 30 days; the development server's own choice is one. */
export async function setRetention(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: '5s' });
  try {
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(RETENTION) },
    });
  } finally {
    await connection.close();
  }
}

async function answers(address: string, namespace: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: '1s' });
  try {
    await connection.withDeadline(Date.now() + PROBE_LIMIT_MS, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return true;
  } finally {
    await connection.close();
  }
}
