import { IconBooks } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { positive, searchParams, text } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** All knowledge bases. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'KnowledgeBaseList'),
});

/** One knowledge base: its documents, and what they say of the question in the address. */
const baseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge/$id',
  validateSearch: searchParams({ page: positive, q: text }),
  component: lazyRouteComponent(() => import('./knowledge-base.tsx'), 'KnowledgeBaseView'),
});

/** Both. */
export const knowledgeRoutes = [listRoute, baseRoute] as const;

/** Knowledge in the navigation. */
export const knowledgeEntry: NavigationItem = {
  to: '/knowledge',
  label: { en: 'Knowledge', de: 'Wissen' },
  icon: IconBooks,
  permission: 'view_content',
};
