import { type Tool, tool } from './mcp/tool.ts';
import type { Route, Tag } from './route.ts';

interface AreaDeclaration {
  /** Tag that lists its routes in the API document. */
  tag: Tag;
  /** In the order of the API document; routes with a `tool` are MCP tools, too. */
  routes: readonly Route[];
  /** Its routes predate versioning: they are also served under `/api` without a version, until that is switched off. */
  legacy?: true;
  /** Names of the tools that clients see first; the others follow in the order of the routes. */
  firstTools?: readonly string[];
}

/** The routes and tools of an area: an entry of areas.ts. */
export interface Area extends Pick<AreaDeclaration, 'tag' | 'routes' | 'legacy'> {
  /** Its MCP tools, in the order that clients see. */
  tools: readonly Tool[];
}

/** Declares the routes and tools of an area. Throws where a first tool is not one of its tools. */
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

/** The routes of all areas, with their area's tag unless they have one, and marked legacy where the area is. */
export function routesOf(areas: readonly Area[]): Route[] {
  return areas.flatMap(({ tag, routes, legacy = false }) =>
    routes.map((route) => ({ ...route, tag: route.tag ?? tag, legacy })),
  );
}

/** The tools of all areas, in the order that clients see. */
export function toolsOf(areas: readonly Area[]): Tool[] {
  return areas.flatMap(({ tools }) => tools);
}
