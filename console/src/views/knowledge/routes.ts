import { IconBooks } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { positive, searchOf, text } from '../../lib/search.ts';
import type { NavigationEntry } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** All knowledge bases. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge',
  validateSearch: searchOf({ page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'KnowledgeBaseList'),
});

/** One knowledge base: its documents, and what they say of the question in the address. */
const baseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge/$id',
  validateSearch: searchOf({ page: positive, q: text }),
  component: lazyRouteComponent(() => import('./knowledge-base.tsx'), 'KnowledgeBaseView'),
});

/** Both. */
export const knowledgeRoutes = [listRoute, baseRoute] as const;

/** Knowledge in the navigation. */
export const knowledgeEntry: NavigationEntry = {
  to: '/knowledge',
  label: { en: 'Knowledge', de: 'Wissen' },
  icon: IconBooks,
  permission: 'view_content',
};
