import { lazy, Suspense, useState } from 'react';
import type { SearchParam } from '../lib/search.ts';
import { SavedFiltersButton, useSavedFilters } from './saved-filters-button.tsx';

const loadMenu = () => import('./saved-filters-menu.tsx');
const SavedFiltersMenu = lazy(loadMenu);

/** The button of the person's saved filters of this list, and their menu from the first press on. */
export function SavedFilters({ names }: { names: readonly SearchParam[] }) {
  const [isWanted, setIsWanted] = useState(false);
  const { active } = useSavedFilters(names);
  const preload = () => void loadMenu();
  const button = (
    <SavedFiltersButton
      active={active}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <SavedFiltersMenu names={names} />
    </Suspense>
  );
}
