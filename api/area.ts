import { type Tool, tool } from './mcp/tool.ts';
import type { Route, Tag } from './route.ts';

interface AreaDeclaration {
  /** Under which the API document lists its routes. */
  tag: Tag;
  /** In the order of the API document; those that models have, too, say as which `tool`. */
  routes: readonly Route[];
  /** Its routes are older than the versions: they are served under `/api` without one, too, until that is switched off. */
  legacy?: true;
  /** Names of the tools that clients see first; the others follow in the order of the routes. */
  firstTools?: readonly string[];
}

/** What an area shows of itself at the edge: an entry of areas.ts. */
export interface Area extends Pick<AreaDeclaration, 'tag' | 'routes' | 'legacy'> {
  /** Its routes as models have them, in the order in which clients see them. */
  tools: readonly Tool[];
}

/** Declares what an area shows of itself at the edge. Throws where a first tool is none of its tools. */
export function area({ firstTools = [], ...declared }: AreaDeclaration): Area {
  const tools = declared.routes.flatMap((route) =>
    route.kind === 'json' && route.tool ? [tool(route, route.tool)] : [],
  );
  const first = firstTools.map((name) => {
    const found = tools.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`There is no tool ${name} in ${declared.tag.name}.`);
    return found;
  });
  return { ...declared, tools: [...new Set([...first, ...tools])] };
}

/** The routes of all areas, each under its area's tag unless it says otherwise, and known to be legacy where the area is. */
export function routesOf(areas: readonly Area[]): Route[] {
  return areas.flatMap(({ tag, routes, legacy = false }) =>
    routes.map((route) => ({ ...route, tag: route.tag ?? tag, legacy })),
  );
}

/** The tools of all areas, in the order in which clients see them. */
export function toolsOf(areas: readonly Area[]): Tool[] {
  return areas.flatMap(({ tools }) => tools);
}
