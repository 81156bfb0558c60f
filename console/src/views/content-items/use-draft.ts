import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  editContentItemMutation,
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  listContentItemVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { Problem } from '../../api/problem.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** What people write. */
export interface Writing {
  title: string;
  body: string;
}

/** What somebody has written and not saved, and the version that they began with. */
interface Draft extends Writing {
  version: number;
}

/** Saves a text; refused where the item is at another version than `version`. */
export function useSaveText(item: ContentItem, onSaved?: (saved: ContentItem, text: Writing) => void) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const path = { id: item.id };
  return useMutation({
    ...editContentItemMutation(),
    onSuccess: (answer, { body }) => {
      queries.setQueryData(getContentItemQueryKey({ path }), answer);
      notifications.show({ message: say.saved(answer.data.attributes.version) });
      onSaved?.(answer.data, body as Writing);
      void queries.invalidateQueries({ queryKey: listContentItemVersionsQueryKey({ path }) });
      void queries.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    },
    onError: async (error) => {
      // Reading it again brings the other text, and the choice between the two.
      if (error instanceof Problem && error.code === 'CONFLICT') {
        await queries.invalidateQueries({ queryKey: getContentItemQueryKey({ path }) });
      } else showProblem(error);
    },
  });
}

/** The text of an item as it is being changed; until somebody writes, it is the item's own. */
export function useDraft(item: ContentItem) {
  const [draft, setDraft] = useState<Draft>();
  const { title, body, version } = item.attributes;
  const isChanged = draft !== undefined && (draft.title !== title || draft.body !== body);
  const saving = useSaveText(item, (saved, text) =>
    // What was written while it was being saved is still to be saved, on top of that.
    setDraft((now) =>
      now && (now.title !== text.title || now.body !== text.body)
        ? { ...now, version: saved.attributes.version }
        : undefined,
    ),
  );
  const text: Writing = isChanged ? draft : { title, body };
  return {
    text,
    isChanged,
    isSaving: saving.isPending,
    /** Somebody else has saved another text since this one was begun. */
    isOvertaken: isChanged && draft.version !== version,
    write: (change: Partial<Writing>) =>
      setDraft((now) => ({ version, title, body, ...(isChanged ? now : undefined), ...change })),
    discard: () => setDraft(undefined),
    save: () => {
      if (isChanged) saving.mutate({ path: { id: item.id }, body: { ...text, version: draft.version } });
    },
    /** Saves it over the text that somebody else has saved. */
    overwrite: () => saving.mutate({ path: { id: item.id }, body: { ...text, version } }),
  };
}
