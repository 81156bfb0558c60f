import { createRouter } from '@tanstack/react-router';
import { Loading } from './components/states.tsx';
import { routeTree } from './routes.ts';
import { BASE_PATH } from './settings.ts';

/** All views by their addresses; a view's code comes when its link is pointed at, or followed. */
export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
  // Views are given what they have asked for only.
  search: { strict: true },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
