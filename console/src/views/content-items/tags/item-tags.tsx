import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeContentItems } from '../../../api/generated/client/sdk.gen.ts';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { showError } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import { TagChips } from './chips.tsx';
import { TagsField } from './tags-field.tsx';
import { translations } from './translations.ts';
import { refreshTags } from './use-tags.ts';

/** The tags of an item, and on request the field of them. They are saved as they are chosen, and nothing else is. */
export function ItemTags({ item: { id, attributes } }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { tags } = attributes;
  const save = useMutation({
    // Only what differs, so that what somebody else has changed meanwhile stays.
    mutationFn: async (chosen: readonly string[]) => {
      await change(
        'untag',
        tags.filter((tag) => !chosen.includes(tag)),
      );
      await change(
        'tag',
        chosen.filter((tag) => !tags.includes(tag)),
      );
    },
    onError: showError,
    onSettled: () => refreshTags(queryClient),
  });
  const change = async (action: 'tag' | 'untag', names: string[]) => {
    if (names.length > 0)
      await changeContentItems({ body: { action, content_ids: [id], tags: names }, throwOnError: true });
  };
  const [isEditing, setIsEditing] = useState(false);
  const canManage = usePermission('manage_content');
  const shown = save.isPending ? [...save.variables] : tags;
  if (canManage && isEditing) return <TagsField isFocused value={shown} onChange={save.mutate} />;
  return (
    <Group gap="xs">
      <TagChips tags={shown} most={shown.length} />
      {canManage && (
        <Button size="compact-sm" variant="default" onClick={() => setIsEditing(true)}>
          {t.change}
        </Button>
      )}
    </Group>
  );
}
