import { createRootRoute, type ErrorComponentProps, redirect } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ErrorAlert, NotFound } from '../components/states.tsx';
import { defaultSearch, withoutDefaults } from '../lib/list-preferences.ts';
import { reloadIfReachable } from '../lib/load-code.ts';
import { Shell } from './shell.tsx';

/** Leads a list that has just been opened to the filter that the person has chosen for it. */
function openWithDefault(view: { fullPath: string; search: object; cause: string } | undefined): void {
  const search = view?.cause === 'enter' ? defaultSearch(view.fullPath, view.search) : undefined;
  if (search) throw redirect({ to: '.', search, replace: true });
}

/** Shown in place of a view that failed. */
export function FailedView({ error, reset }: ErrorComponentProps) {
  return <ErrorAlert error={error} onRetry={error instanceof ApiError ? () => void reloadIfReachable() : reset} />;
}

/** The root of all routes. */
export const rootRoute = createRootRoute({
  component: Shell,
  search: { middlewares: [({ search, next }) => withoutDefaults(next(search))] },
  beforeLoad: ({ matches }): void => openWithDefault(matches.at(-1)),
  errorComponent: FailedView,
  notFoundComponent: NotFound,
});
