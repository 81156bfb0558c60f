import { createRootRoute } from '@tanstack/react-router';
import { ErrorAlert, NotFound } from '../components/states.tsx';
import { Shell } from './shell.tsx';

/** The root of all routes. */
export const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorAlert error={error} onRetry={reset} />,
  notFoundComponent: NotFound,
});
