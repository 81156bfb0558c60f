import { lazy, Suspense } from 'react';
import type { SearchParam } from '../lib/search.ts';
import { useLazyMenu } from './lazy-menu.ts';
import { SavedFiltersButton, useSavedFilters } from './saved-filters-button.tsx';

const loadMenu = () => import('./saved-filters-menu.tsx');
const SavedFiltersMenu = lazy(loadMenu);

/** The button of the person's saved filters of this list, and their menu from the first press on. */
export function SavedFilters({ names }: { names: readonly SearchParam[] }) {
  const menu = useLazyMenu(loadMenu);
  const { active } = useSavedFilters(names);
  const button = <SavedFiltersButton active={active} {...menu.button} />;
  if (!menu.isWanted) return button;
  return (
    <Suspense fallback={button}>
      <SavedFiltersMenu names={names} />
    </Suspense>
  );
}
