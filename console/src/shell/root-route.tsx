import { createRootRoute } from '@tanstack/react-router';
import { ErrorNotice, NotFound } from '../components/states.tsx';
import { Shell } from './shell.tsx';

/** The route above all views. */
export const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorNotice error={error} onRetry={reset} />,
  notFoundComponent: NotFound,
});
