import type { z } from 'zod';
import { shapeOf } from './read-input.ts';
import type { JsonRoute, Route } from './route.ts';
import { formOf, type Match, pathAsRouted } from './router.ts';

/** The address of the record that an answer shows, a path; undefined where it shows none. */
export type AddressOf = (body: unknown, match: Match) => string | undefined;

/**
 * Where the records are read that routes make (201): at `links.self` of the record, or below the path of the route, where a
 * GET reads one. Routes that set `Location` themselves are not among them.
 */
export function addressesOf(routes: readonly Route[]): ReadonlyMap<Route, AddressOf> {
  const read = new Set(routes.flatMap(({ method, path }) => (method === 'GET' ? [formOf(path)] : [])));
  return new Map(
    routes.flatMap((route) => {
      if (route.kind !== 'json' || route.method !== 'POST' || route.successStatus !== 201) return [];
      if (hasSelf(route)) return [[route, selfOf] as const];
      return read.has(`${formOf(route.path)}/{}`) ? [[route, belowPath] as const] : [];
    }),
  );
}

function hasSelf({ response }: JsonRoute): boolean {
  const { data } = response ? shapeOf(response) : {};
  const { links } = data ? shapeOf(data as z.ZodType) : {};
  return links !== undefined && 'self' in shapeOf(links as z.ZodType);
}

const selfOf: AddressOf = (body) => (body as { data?: { links?: { self?: string } } | null }).data?.links?.self;

const belowPath: AddressOf = (body, match) => {
  const id = (body as { data?: { id?: string | number } | null }).data?.id;
  return id === undefined ? undefined : `${pathAsRouted(match)}/${encodeURIComponent(id)}`;
};
