import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { EVENT_STREAM } from '../../api/event-streams/event.ts';
import type { Route } from '../../api/route.ts';
import type { RouteName } from './http.ts';

/** The route of that name as the code declares it. Tests that only send requests do without: all areas take a second to load. */
export function routeNamed(name: RouteName): Route {
  const route = routesOf(AREAS).find((candidate) => `${candidate.method} ${candidate.path}` === name);
  if (!route) throw new Error(`There is no route ${name}.`);
  return route;
}

/** Whether the answer goes on until its client leaves. */
export function isEndless(route: Route): boolean {
  return route.kind === 'stream' && route.contentType === EVENT_STREAM;
}
