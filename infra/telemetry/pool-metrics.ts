import type pg from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** The part of a pool that is watched. */
type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'connect'>;

type Callback = (...given: unknown[]) => unknown;

/**
 * Shows the connections of the process's pool to PostgreSQL, read whenever the metrics are scraped, and how long work waits
 * for one, whether or not it gets it.
 */
export function observePool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'marketwright_database_connections',
    help: 'Connections of the pool by state (busy, idle), and requests that wait for one (waiting).',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = pool;
      connections.set({ state: 'busy' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      // The pool counts whom it gives an idle connection a moment later, such as the other metrics of this scrape.
      connections.set({ state: 'waiting' }, Math.max(0, waitingCount - idleCount));
    },
  });
  const wait = new Histogram({
    name: 'marketwright_database_pool_wait_seconds',
    help: 'Wait for a connection of the pool, whether or not one came.',
    // Up to the limit of the wait, after which the caller gets a 503.
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2],
    registers: [registry],
  });
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  const observed = (callback?: Callback) => {
    const startedAt = performance.now();
    const done = () => wait.observe((performance.now() - startedAt) / 1_000);
    if (callback) {
      return connect((...given) => {
        done();
        return callback(...given);
      });
    }
    const connecting = connect() as Promise<unknown>;
    connecting.then(done, done);
    return connecting;
  };
  pool.connect = observed as typeof pool.connect;
}
