import { createRouter } from '@tanstack/react-router';
import { Loading } from './components/states.tsx';
import { routeTree } from './routes.ts';
import { BASE_PATH } from './settings.ts';
import { FailedView } from './shell/root-route.tsx';

/** The router of the console. The code of a view is loaded when a link to it is hovered or followed. */
export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  // A view that fails leaves the frame, whose links lead on.
  defaultErrorComponent: FailedView,
  scrollRestoration: true,
  // Drops parameters that the route does not declare.
  search: { strict: true },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
