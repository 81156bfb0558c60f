import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  archiveExecutionMutation,
  cancelExecutionMutation,
  getExecutionQueryKey,
  retryExecutionMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useMe, usePermission } from '../../shell/me.ts';
import { isOpen } from './model.ts';
import { translations } from './translations.ts';

/** Actions on an execution, by its status. */
export function Actions({ execution }: { execution: ExecutionDetail }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canManage = usePermission('manage_content');
  const path = { id: execution.id };
  const withMessage = (message: string) => ({
    onSuccess: () => {
      notifications.show({ message });
      return queryClient.invalidateQueries({ queryKey: getExecutionQueryKey({ path }) });
    },
    onError: showError,
  });
  const cancel = useMutation({ ...cancelExecutionMutation(), ...withMessage(t.cancelledMessage) });
  const archive = useMutation({ ...archiveExecutionMutation(), ...withMessage(t.archivedMessage) });
  const retry = useMutation({
    ...retryExecutionMutation(),
    onSuccess: ({ data }) => navigate({ to: '/executions/$id', params: { id: String(data.id) } }),
    onError: showError,
  });
  const { status } = execution.attributes;
  const open = <OpenContent execution={execution} />;
  if (!canManage || status === 'archived') return open;
  if (isOpen(status)) {
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ path })}>
        {t.cancel}
      </Button>
    );
  }
  return (
    <>
      {open}
      {status !== 'completed' && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ path })}>
          {t.retry}
        </Button>
      )}
      <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate({ path })}>
        {t.archive}
      </Button>
    </>
  );
}

/** Leads on to what was made: the text where it is one, the board where they are several. */
function OpenContent({ execution: { attributes } }: { execution: ExecutionDetail }) {
  const t = useTranslations(translations);
  const [first, second] = attributes.generated_assets.filter(({ links }) => links);
  if (attributes.status !== 'completed' || !first) return null;
  return second ? (
    <Button renderRoot={(props) => <Link to="/board" {...props} />}>{t.toBoard}</Button>
  ) : (
    <Button renderRoot={(props) => <Link to="/content/$id" params={{ id: String(first.id) }} {...props} />}>
      {t.openText}
    </Button>
  );
}

/** Link to the workflow in the Temporal Web UI, for owners of the service. */
export function RunLink({ id }: { id: number }) {
  const t = useTranslations(translations);
  const { runs_url: runs } = useMe();
  if (runs === null) return null;
  return (
    <Anchor size="sm" href={`${runs}/execution-${id}`} target="_blank" rel="noopener noreferrer">
      {t.run}
    </Anchor>
  );
}
