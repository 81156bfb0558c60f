import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getContentItemQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { changeContentItems } from '../../api/generated/client/sdk.gen.ts';
import type { ChangeContentItemsBody } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { UndoMessage } from '../../components/undo-message.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './list-translations.ts';
import { translations as tagTexts } from './tags/translations.ts';
import { refreshTags } from './tags/use-tags.ts';

/** How long a deletion can be taken back where it was done, milliseconds; afterwards the trash has it. */
const UNDO_MS = 10_000;

/** What is done with several items at once. */
export type Action = ChangeContentItemsBody['action'];

/** What is named of an item. */
export interface NamedItem {
  id: number;
  attributes: { title: string };
}

const DONE = {
  delete: ['removed', 'removedAll'],
  restore: ['restored', 'restoredAll'],
  duplicate: ['duplicated', 'duplicatedAll'],
} as const;

interface Change {
  action: Action;
  items: readonly NamedItem[];
  /** With `tag` and `untag`. */
  tags?: string[] | undefined;
}

/** Deletes, restores, duplicates or tags items at once, without those that others were faster with, and offers to take a deletion back. */
export function useBulk(onDone?: (action: Action) => unknown) {
  const t = useTranslations(translations);
  const tTags = useTranslations(tagTexts);
  const format = useFormat();
  const queryClient = useQueryClient();
  const doneText = (action: Action, items: readonly NamedItem[], changed: number) => {
    const count = format.number(changed);
    if (action === 'tag') return tTags.added(count);
    if (action === 'untag') return tTags.removed(count);
    const [one, many] = DONE[action];
    const [first] = items;
    return first !== undefined && items.length === 1 && changed === 1 ? t[one](first.attributes.title) : t[many](count);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, items, tags }: Change) =>
      changeContentItems({ body: { action, content_ids: items.map(({ id }) => id), tags }, throwOnError: true }),
    onSuccess: async ({ data: { meta } }, { action, items }) => {
      const text = doneText(action, items, meta.changed);
      const undo = () => {
        notifications.hide(shown);
        mutate({ action: 'restore', items });
      };
      const shown = notifications.show(
        action === 'delete'
          ? { message: <UndoMessage text={text} label={t.undo} onUndo={undo} />, autoClose: UNDO_MS }
          : { message: text },
      );
      await onDone?.(action);
      // What is in the trash cannot be read.
      if (action === 'delete') {
        for (const { id } of items) queryClient.removeQueries({ queryKey: getContentItemQueryKey({ path: { id } }) });
      }
    },
    onError: showError,
    onSettled: () => refreshTags(queryClient),
  });
  return {
    change: (action: Action, items: readonly NamedItem[], tags?: string[]) => mutate({ action, items, tags }),
    isPending,
  };
}
