import { IconPencil } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, oneOf, positive, searchOf, text } from '../../lib/search.ts';
import type { NavigationEntry } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { CATEGORIES } from './words.ts';

/** The gallery of templates. */
const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/writer',
  validateSearch: searchOf({ q: text, category: oneOf(CATEGORIES), favorites: flag }),
  component: lazyRouteComponent(() => import('./gallery.tsx'), 'Gallery'),
});

/** What was written before. */
const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/writer/history',
  validateSearch: searchOf({ page: positive }),
  component: lazyRouteComponent(() => import('./history.tsx'), 'WriterHistory'),
});

/** A template: its form, and the text that is written. */
const templateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/writer/$slug',
  component: lazyRouteComponent(() => import('./template.tsx'), 'WriterTemplate'),
});

/** All three. */
export const writerRoutes = [galleryRoute, historyRoute, templateRoute] as const;

/** The writer in the navigation. */
export const writerEntry: NavigationEntry = {
  to: '/writer',
  label: { en: 'Writer', de: 'Textwerkstatt' },
  icon: IconPencil,
  permission: 'view_content',
};
