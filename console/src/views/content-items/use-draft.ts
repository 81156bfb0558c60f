import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import {
  editContentItemMutation,
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  listContentItemVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/show-error.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** What people write. */
export interface DraftText {
  title: string;
  body: string;
}

/** What somebody has written and not saved, and the version that they began with. */
interface Draft extends DraftText {
  version: number;
}

/** Saves a text; refused where the item is at another version than `version`. */
export function useSaveText(item: ContentItem, onSaved?: (saved: ContentItem, text: DraftText) => void) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: item.id };
  return useMutation({
    ...editContentItemMutation(),
    onSuccess: (answer, { body }) => {
      queryClient.setQueryData(getContentItemQueryKey({ path }), answer);
      notifications.show({ message: t.saved(answer.data.attributes.version) });
      onSaved?.(answer.data, body as DraftText);
      void queryClient.invalidateQueries({ queryKey: listContentItemVersionsQueryKey({ path }) });
      void queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    },
    onError: async (error) => {
      // Reading it again brings the other text, and the choice between the two.
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        await queryClient.invalidateQueries({ queryKey: getContentItemQueryKey({ path }) });
      } else showError(error);
    },
  });
}

/** The text of an item as it is being changed; until somebody writes, it is the item's own. */
export function useDraft(item: ContentItem) {
  const [draft, setDraft] = useState<Draft>();
  const { title, body, version } = item.attributes;
  const isChanged = draft !== undefined && (draft.title !== title || draft.body !== body);
  const save = useSaveText(item, (saved, text) =>
    // What was written while it was being saved is still to be saved, on top of that.
    setDraft((now) =>
      now && (now.title !== text.title || now.body !== text.body)
        ? { ...now, version: saved.attributes.version }
        : undefined,
    ),
  );
  const text: DraftText = isChanged ? draft : { title, body };
  return {
    text,
    isChanged,
    isSaving: save.isPending,
    /** Somebody else has saved another text since this one was begun. */
    hasConflict: isChanged && draft.version !== version,
    update: (change: Partial<DraftText>) =>
      setDraft((now) => ({ version, title, body, ...(isChanged ? now : undefined), ...change })),
    discard: () => setDraft(undefined),
    save: () => {
      if (isChanged) save.mutate({ path: { id: item.id }, body: { ...text, version: draft.version } });
    },
    /** Saves it over the text that somebody else has saved. */
    overwrite: () => save.mutate({ path: { id: item.id }, body: { ...text, version } }),
  };
}
