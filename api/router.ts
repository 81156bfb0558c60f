import Router, { type Layer } from '@koa/router';
import { API_PREFIX } from './paths.ts';
import type { Route } from './route.ts';

/** Path prefix of the routes that are also served without a version. */
const LEGACY_PREFIX = '/api';

/** Longer paths match nothing; the idempotency table's path column has this length. */
const MAX_PATH_LENGTH = 2_048;

/** A route that matches a path. */
export interface Match {
  route: Route;
  /** Decoded path parameters; undefined: they cannot be decoded, so they match no record. */
  params: Record<string, string> | undefined;
}

/**
 * The match of a method and path; `allow` lists the methods of a known path without this method. `successor`: the path
 * is from before versioning, and this one replaces it.
 */
type Found = (({ match: Match } | { allow: string }) & { successor?: string }) | undefined;

/** Finds the route of a request; `allow` has the methods of a path that lacks the request's method. */
export interface RouteTable {
  find(method: string, path: string): Found;
}

/**
 * Finds routes through @koa/router, once per request. The table is split by the first segment after the prefix, which
 * is literal in every route, so that a request is compared only with routes of its area.
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
  function findVersioned(method: string, path: string, serves: (route: Route) => boolean): Found {
    const end = path.indexOf('/', API_PREFIX.length + 1);
    const area = areas.get(path.slice(API_PREFIX.length + 1, end === -1 ? undefined : end));
    if (!area) return undefined;
    const fitting = area.match(path, method).path.flatMap((layer) => {
      const route = byLayer.get(layer);
      return route && serves(route) ? [{ layer, route }] : [];
    });
    // The most literal route comes first; routes of another pattern do not extend its methods.
    const own = fitting.filter(({ route }) => formOf(route.path) === formOf(fitting[0]?.route.path ?? ''));
    const found = own.find(({ route }) => methodsOf(route).includes(method));
    if (found) return { match: { route: found.route, params: paramsOf(found.layer, path) } };
    return own.length > 0 ? { allow: allowOf(own.map(({ route }) => route)) } : undefined;
  }

  return {
    find(method, path) {
      if (path.length > MAX_PATH_LENGTH || !path.startsWith(`${LEGACY_PREFIX}/`)) return undefined;
      if (path.startsWith(`${API_PREFIX}/`)) return findVersioned(method, path, () => true);
      const successor = API_PREFIX + path.slice(LEGACY_PREFIX.length);
      const found = findVersioned(method, successor, (route) => route.legacy === true);
      return found && { ...found, successor };
    },
  };
}

/**
 * The canonical path of a route: decoded except where that would change the path, without a trailing slash. Never
 * longer than the sent path.
 */
export function pathAsRouted({ route, params = {} }: Match): string {
  const filled = route.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    (params[name] ?? '').replace(/[%/]/g, encodeURIComponent),
  );
  return API_PREFIX + filled;
}

/** A path without the names of its parameters, which may differ between routes. */
export function formOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
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

/** Undefined for broken percent-encoding, invalid UTF-8, and NUL, which no name contains. */
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
