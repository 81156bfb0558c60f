import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listContentItemsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListContentItemsData } from '../../api/generated/client/types.gen.ts';
import { useSelection } from '../../components/selection.tsx';
import type { ListedItem } from './model.ts';
import { filteredTags } from './tags/filtered-tags.ts';

/** After the last key in the search, milliseconds. */
const DEBOUNCE_MS = 250;
const NONE: readonly ListedItem[] = [];

/** Parameters of the address; `tag` has names with commas between them. */
type Search = Omit<NonNullable<ListContentItemsData['query']>, 'tag'> & { tag?: string | undefined };

/** A page of the list of items, and the selection among them. */
export function useItems({ tag, ...search }: Search) {
  const [q = ''] = useDebouncedValue(search.q, DEBOUNCE_MS);
  const tags = filteredTags(tag);
  const options = listContentItemsOptions({
    query: { ...search, q: q.trim() || undefined, tag: tags.length > 0 ? tags : undefined },
  });
  const items = useQuery({ ...options, placeholderData: keepPreviousData }).data?.data ?? NONE;
  return { options, items, selection: useSelection(items) };
}
