import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { useTranslations } from '../i18n/translations.ts';
import type { SavedFilter } from '../lib/list-preferences.ts';
import { type SearchParam, useSearchParams } from '../lib/search.ts';
import { useMe } from '../shell/me.ts';
import { translations } from '../shell/translations.ts';

/** The button, with the name of the filter that is in force. */
export function SavedFiltersButton({
  active,
  ...props
}: { active: SavedFilter | undefined } & ComponentPropsWithRef<'button'>) {
  const t = useTranslations(translations);
  return (
    <Button
      variant="default"
      color="gray"
      className="no-print"
      maw={260}
      leftSection={<IconBookmark size={16} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      {...props}
    >
      {active?.name ?? t.savedFilters}
    </Button>
  );
}

/** The person's saved filters of this list, the one that is in force, and the filter that is set, empty where none is. */
export function useSavedFilters(names: readonly SearchParam[]) {
  const view = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  const [search] = useSearchParams();
  const filters = (useMe().saved_filters ?? []).filter((filter) => filter.view === view);
  const current = Object.fromEntries(
    names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])] as const])),
  );
  return { view, filters, current, active: filters.find(({ query }) => isSame(query, current)) };
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
