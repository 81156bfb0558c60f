import { createRootRoute } from '@tanstack/react-router';
import { ErrorAlert, NotFound } from '../components/states.tsx';
import { Shell } from './shell.tsx';

/** The route above all views. */
export const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorAlert error={error} onRetry={reset} />,
  notFoundComponent: NotFound,
});
