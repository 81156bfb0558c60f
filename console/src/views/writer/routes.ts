import { IconPencil } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flag, oneOf, positive, searchParams, text } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { CATEGORIES } from './model.ts';

/** The gallery of templates. */
const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/writer',
  validateSearch: searchParams({ q: text, category: oneOf(CATEGORIES), favorites: flag }),
  component: lazyRouteComponent(() => import('./template-gallery.tsx'), 'TemplateGallery'),
});

/** What was written before. */
const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/writer/history',
  validateSearch: searchParams({ page: positive }),
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
export const writerEntry: NavigationItem = {
  to: '/writer',
  label: { en: 'Writer', de: 'Textwerkstatt' },
  icon: IconPencil,
  permission: 'view_content',
};
