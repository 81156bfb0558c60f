import { Gauge, type Registry } from 'prom-client';

/** Connections of a pool, and what waits for one. */
interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Shows the connections of the process's pool to PostgreSQL, read whenever the metrics are scraped. */
export function observePool(registry: Registry, read: () => PoolFigures): void {
  const connections = new Gauge({
    name: 'marketwright_database_connections',
    help: 'Connections of the pool by state (busy, idle), and requests that wait for one (waiting).',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = read();
      connections.set({ state: 'busy' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'waiting' }, waitingCount);
    },
  });
}
