import type { Tool } from './mcp/tool.ts';
import type { Route, Tag } from './route.ts';

/** What an area shows of itself at the edge: an entry of areas.ts. */
export interface Area {
  /** Under which the API document lists its routes. */
  tag: Tag;
  routes: readonly Route[];
  /** Its routes are older than the versions: they are served under `/api` without one, too, until that is switched off. */
  legacy?: true;
  /** Its routes as models have them. */
  tools?: readonly Tool[];
}

/** The routes of all areas, each under its area's tag unless it says otherwise, and known to be legacy where the area is. */
export function routesOf(areas: readonly Area[]): Route[] {
  return areas.flatMap(({ tag, routes, legacy = false }) =>
    routes.map((route) => ({ ...route, tag: route.tag ?? tag, legacy })),
  );
}

/** The tools of all areas, in the order in which clients see them. */
export function toolsOf(areas: readonly Area[]): Tool[] {
  return areas.flatMap(({ tools = [] }) => tools);
}
