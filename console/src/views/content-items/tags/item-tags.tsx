import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editContentItemMutation } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { showError } from '../../../components/states.tsx';
import { usePermission } from '../../../shell/me.ts';
import { useStoreItem } from '../use-store-item.ts';
import { TagChips } from './chips.tsx';
import { TagsField } from './tags-field.tsx';
import { refreshTags } from './use-tags.ts';

/** The tags of an item. They are saved as they are chosen, and nothing else is. */
export function ItemTags({ item: { id, attributes } }: { item: ContentItem }) {
  const store = useStoreItem(id);
  const queryClient = useQueryClient();
  const save = useMutation({
    ...editContentItemMutation(),
    onSuccess: async (answer) => {
      store(answer);
      await refreshTags(queryClient);
    },
    onError: showError,
  });
  if (!usePermission('manage_content')) return <TagChips tags={attributes.tags} most={attributes.tags.length} />;
  const shown = (save.isPending && save.variables.body?.tags) || attributes.tags;
  return <TagsField value={shown} onChange={(tags) => save.mutate({ path: { id }, body: { tags } })} />;
}
