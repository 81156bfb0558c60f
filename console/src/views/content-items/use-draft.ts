import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import {
  editContentItemMutation,
  getContentItemQueryKey,
  listContentItemVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { translations } from './translations.ts';
import { useStoreItem } from './use-store-item.ts';

/** Title and body of an item. */
export interface DraftText {
  title: string;
  body: string;
}

/** Unsaved text and the version it is based on. */
interface Draft extends DraftText {
  version: number;
}

/** Saves a text. The API refuses it when the item is not at `version`. */
export function useSaveText(item: ContentItem, onSaved?: (saved: ContentItem, text: DraftText) => void) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: item.id };
  const store = useStoreItem(item.id);
  return useMutation({
    ...editContentItemMutation(),
    onSuccess: (response, { body }) => {
      store(response);
      notifications.show({ message: t.saved(response.data.attributes.version) });
      onSaved?.(response.data, body as DraftText);
      void queryClient.invalidateQueries({ queryKey: listContentItemVersionsQueryKey({ path }) });
    },
    onError: async (error) => {
      // The refetch shows the conflict.
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        await queryClient.invalidateQueries({ queryKey: getContentItemQueryKey({ path }) });
      } else showError(error);
    },
  });
}

/** The unsaved text of an item, which survives a reload, or the saved one while nothing is changed. */
export function useDraft(item: ContentItem) {
  const kept = useFormDraft<Draft | null>(`content/${item.id}`, null);
  const { values: draft, change: setDraft } = kept;
  const { title, body, version } = item.attributes;
  const isChanged = draft !== null && (draft.title !== title || draft.body !== body);
  const save = useSaveText(item, (saved, text) =>
    // What was typed while saving stays, based on the new version.
    setDraft((now) =>
      now && (now.title !== text.title || now.body !== text.body)
        ? { ...now, version: saved.attributes.version }
        : null,
    ),
  );
  const text: DraftText = isChanged ? draft : { title, body };
  return {
    text,
    isChanged,
    isSaving: save.isPending,
    /** Somebody else has saved the item since the draft was started. */
    hasConflict: isChanged && draft.version !== version,
    update: (change: Partial<DraftText>) =>
      setDraft((now) => ({ version, title, body, ...(isChanged ? now : null), ...change })),
    discard: kept.clear,
    save: () => {
      if (isChanged) save.mutate({ path: { id: item.id }, body: { ...text, version: draft.version } });
    },
    /** Saves the draft over the other version. */
    overwrite: () => save.mutate({ path: { id: item.id }, body: { ...text, version } }),
  };
}
