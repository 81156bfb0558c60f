import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  approveContentItemMutation,
  getContentItemQueryKey,
  removeContentApprovalMutation,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { showError } from '../../../components/states.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePeople } from '../../../lib/people.ts';
import { useMe, usePermission } from '../../../shell/me.ts';
import { useRefreshBoard, useStoreItem } from '../use-store-item.ts';
import { mayApprove, useActorName, useOwnId } from './model.ts';
import { translations } from './translations.ts';

/** Whether the present version is approved, and by whom; approves it and takes that back. */
export function Approval({ item: { id, attributes } }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const nameOf = useActorName();
  const own = { id: useOwnId(), role: useMe().role };
  const canManage = usePermission('manage_content');
  const { approval, version, reviewer_id } = attributes;
  const reviewer = usePeople().find((one) => one.id === reviewer_id);
  const { approve, withdraw } = useApproval(id);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StatusBadge color={approval ? 'green' : 'gray'}>{t.approval}</StatusBadge>
        <Text size="sm">
          {approval
            ? t.approvedBy(approval.version, nameOf(approval.approved_by), format.dateTime(approval.approved_at))
            : t.notApproved}
        </Text>
      </Group>
      {!approval && reviewer && <Text size="sm">{t.waitsFor(reviewer.name)}</Text>}
      {canManage && approval && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ path: { id } })}
          >
            {t.withdraw}
          </Button>
        </Group>
      )}
      {canManage && !approval && mayApprove(attributes, own) && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={approve.isPending}
            onClick={() => approve.mutate({ path: { id }, body: { version } })}
          >
            {t.approve(version)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function useApproval(id: number) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const store = useStoreItem(id);
  const refreshBoard = useRefreshBoard();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: getContentItemQueryKey({ path: { id } }) });
  const approve = useMutation({
    ...approveContentItemMutation(),
    onSuccess: (answer) => {
      store(answer);
      notifications.show({ message: t.approved });
    },
    onError: (error) => {
      showError(error);
      // It may have another version by now.
      void readAgain();
    },
  });
  const withdraw = useMutation({
    ...removeContentApprovalMutation(),
    onSuccess: async () => {
      await readAgain();
      void refreshBoard();
      notifications.show({ message: t.withdrawn });
    },
    onError: showError,
  });
  return { approve, withdraw };
}
