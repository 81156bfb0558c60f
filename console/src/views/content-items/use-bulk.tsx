import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getContentItemQueryKey,
  getKanbanBoardQueryKey,
  listContentItemsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { changeContentItems } from '../../api/generated/client/sdk.gen.ts';
import type { ChangeContentItemsBody } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { UndoMessage } from '../../components/undo-message.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './list-translations.ts';

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
} as const satisfies Record<Action, readonly string[]>;

/** Deletes, restores or duplicates items at once, without those that others were faster with, and offers to take a deletion back. */
export function useBulk(onDone?: (action: Action) => unknown) {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, items }: { action: Action; items: readonly NamedItem[] }) =>
      changeContentItems({ body: { action, content_ids: items.map(({ id }) => id) }, throwOnError: true }),
    onSuccess: async ({ data: { meta } }, { action, items }) => {
      const [one, many] = DONE[action];
      const [first] = items;
      const isNamed = first !== undefined && items.length === 1 && meta.changed === 1;
      const text = isNamed ? t[one](first.attributes.title) : t[many](format.number(meta.changed));
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
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: listContentItemsQueryKey() }),
        queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() }),
      ]),
  });
  return { change: (action: Action, items: readonly NamedItem[]) => mutate({ action, items }), isPending };
}
