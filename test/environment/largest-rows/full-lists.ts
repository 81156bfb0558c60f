import type { JsonRoute, Route } from '../../../api/route.ts';
import { createAdminKey } from '../../../domain/admin-keys/steps/create-admin-key.ts';
import type { Db } from '../../../domain/kernel/deps.ts';
import { perform } from '../../../domain/kernel/step.ts';
import { startTestEdge, type TestEdge } from '../edge.ts';
import { startTestService, type TestService } from '../service.ts';
import { fillLists } from './lists.ts';

/** An edge to a partner whose lists are full of rows of the greatest size. */
export interface FullLists {
  service: TestService;
  edge: TestEdge;
  /** Whether the list of a route has such rows. */
  has(route: JsonRoute): boolean;
  /** Where a route is asked, with what its path names and its query must have, and the key that may. */
  requestFor(route: JsonRoute, query: Record<string, string>): { path: string; key: string };
  stop(): Promise<void>;
}

/** Starts a service with full lists, its texts made of one character; `through` may watch what the routes read. */
export async function startFullLists(
  routes: readonly Route[],
  { character = 'a', through = (db) => db }: { character?: string; through?: (db: Db) => Db } = {},
): Promise<FullLists> {
  const service = await startTestService();
  const { partner, plaintext } = await service.createCaller({ rate_limit_per_minute: 10_000 });
  await service.dataSource.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partner.id]);
  const admin = await perform(service.deps, createAdminKey, { name: 'Lists' });
  const filled = await fillLists(service, partner.id, character);
  const lists = new Map<string, (typeof filled)[number]>(filled.map((list) => [list.route, list]));
  const edge = await startTestEdge({ ...service, deps: { ...service.deps, db: through(service.deps.db) } }, routes);
  return {
    service,
    edge,
    has: (route) => lists.has(nameOf(route)),
    requestFor(route, query) {
      const { params = {}, query: needed } = lists.get(nameOf(route)) ?? {};
      const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name]));
      const isAdmin = route.operation.permission === 'administrator';
      return {
        path: `/api/v1${path}?${new URLSearchParams({ ...needed, ...query })}`,
        key: (isAdmin ? admin.plaintext : plaintext) ?? '',
      };
    },
    async stop() {
      await edge.close();
      await service.stop();
    },
  };
}

/** A route as the list of routes names it. */
export function nameOf({ method, path }: Pick<JsonRoute, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
