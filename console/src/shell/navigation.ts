import type { Icon } from '@tabler/icons-react';
import { createContext } from 'react';
import type { Language } from '../i18n/language.ts';
import type { Permission } from './me.ts';

/** A view in the navigation. */
export interface NavigationItem {
  /** Its route. */
  to: string;
  label: Readonly<Record<Language, string>>;
  icon: Icon;
  /** Whoever lacks it does not see the entry; undefined: everybody may. */
  permission?: Permission;
}

/** Views that belong together. */
export interface NavigationGroup {
  /** Stands above them; undefined: nothing does. */
  label?: Readonly<Record<Language, string>>;
  items: readonly NavigationItem[];
}

/** The groups in their order; the application hands them in, since views are made of routes below the shell. */
export const NavigationContext = createContext<readonly NavigationGroup[]>([]);
