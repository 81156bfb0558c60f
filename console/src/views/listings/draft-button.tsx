import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  applyListingAdviceMutation,
  getKanbanBoardQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/listings/$id');

/** Makes a draft of the text that a rule of an analysis proposes, and leads there. A second press leads to the same draft. */
export function DraftButton({ analysis, rule, fix }: { analysis: number; rule: string; fix: string }) {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const canManage = usePermission('manage_content');
  const apply = useMutation({
    ...applyListingAdviceMutation(),
    onSuccess: async ({ data }) => {
      notifications.show({ message: t.draftMessage });
      await navigate({ to: '/content/$id', params: { id: String(data.id) }, search: {} });
      await queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    },
    onError: showError,
  });
  if (!canManage) return null;
  return (
    <Button
      mt="xs"
      size="compact-sm"
      variant="default"
      aria-label={t.draftOf(fix)}
      loading={apply.isPending}
      onClick={() => apply.mutate({ path: { id: analysis }, body: { rule } })}
    >
      {t.draft}
    </Button>
  );
}
