import Router, { type Layer } from '@koa/router';
import type { Route } from './route.ts';

/** Where the API lives; `{base_url}` of the contract ends in it. */
export const API_PREFIX = '/api/v1';
/** Where the MCP endpoint is. */
export const MCP_PATH = `${API_PREFIX}/mcp`;

/** Longer paths name nothing; the column that remembers paths for repeats has this length. */
const MAX_PATH_LENGTH = 2_048;

/** A path that a route answers. */
export interface Match {
  route: Route;
  /** Decoded path parameters; undefined: they cannot be decoded, so they name no record. */
  params: Record<string, string> | undefined;
}

/** What a method and a path lead to; `allow` lists the methods of a path that is known but not by this method. */
type Found = { match: Match } | { allow: string } | undefined;

export interface RouteTable {
  find(method: string, path: string): Found;
}

/**
 * Finds routes through @koa/router, once a request. The table is split by the first segment after the prefix, which is literal
 * in every route, so that a request is compared with the routes of its area only.
 */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const areas = new Map<string, Router>();
  const byLayer = new Map<Layer, Route>();
  for (const route of [...routes].sort(literalFirst)) {
    const area = segmentsOf(route.path)[0] ?? '';
    const router = areas.get(area) ?? new Router({ sensitive: true });
    areas.set(area, router);
    const layer = router.register(API_PREFIX + pathPattern(route.path), methodsOf(route), () => undefined);
    if (layer instanceof Router) throw new Error(`${route.path} is no single path.`);
    byLayer.set(layer, route);
  }
  return {
    find(method, path) {
      if (path.length > MAX_PATH_LENGTH || !path.startsWith(`${API_PREFIX}/`)) return undefined;
      const end = path.indexOf('/', API_PREFIX.length + 1);
      const area = areas.get(path.slice(API_PREFIX.length + 1, end === -1 ? undefined : end));
      if (!area) return undefined;
      const { path: layers, pathAndMethod } = area.match(path, method);
      const layer = pathAndMethod[0];
      const route = layer && byLayer.get(layer);
      // The router itself adds HEAD to every GET.
      if (layer && route && methodsOf(route).includes(method))
        return { match: { route, params: paramsOf(layer, path) } };
      return layers.length > 0 ? { allow: allowOf(layers.flatMap((each) => byLayer.get(each) ?? [])) } : undefined;
    },
  };
}

/** `/items/{id}` as the router writes it: `/items/:id`. */
function pathPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function methodsOf({ method, startsWork }: Route): string[] {
  return method === 'GET' && !startsWork ? ['GET', 'HEAD'] : [method];
}

function allowOf(routes: readonly Route[]): string {
  return [...new Set(routes.flatMap(methodsOf)), 'OPTIONS'].sort().join(', ');
}

/** Undefined for broken percent-encoding, bytes that are no UTF-8, and NUL, which no name has. */
function paramsOf(layer: Layer, path: string): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  const captures = layer.regexp.exec(path) ?? [];
  for (const [index, { name }] of layer.paramNames.entries()) {
    const value = decode(captures[index + 1] ?? '');
    if (value === undefined || value.includes('\0')) return undefined;
    params[name] = value;
  }
  return params;
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `/invoices/summary` before `/invoices/{number}`. */
function literalFirst(a: Route, b: Route): number {
  const [left, right] = [segmentsOf(a.path), segmentsOf(b.path)];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = Number(left[index]?.startsWith('{')) - Number(right[index]?.startsWith('{'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
