import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  archiveExecutionMutation,
  cancelExecutionMutation,
  getExecutionQueryKey,
  retryExecutionMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay, useMe } from '../../shell/me.ts';
import { texts } from './texts.ts';
import { isOpen } from './words.ts';

/** What may be done with the execution in its state. */
export function Actions({ execution }: { execution: ExecutionDetail }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayManage = useMay('manage_content');
  const path = { id: execution.id };
  const after = (message: string) => ({
    onSuccess: () => {
      notifications.show({ message });
      return queries.invalidateQueries({ queryKey: getExecutionQueryKey({ path }) });
    },
    onError: showProblem,
  });
  const cancel = useMutation({ ...cancelExecutionMutation(), ...after(say.cancelledNow) });
  const archive = useMutation({ ...archiveExecutionMutation(), ...after(say.archivedNow) });
  const retry = useMutation({
    ...retryExecutionMutation(),
    onSuccess: ({ data }) => navigate({ to: '/executions/$id', params: { id: String(data.id) } }),
    onError: showProblem,
  });
  const { status } = execution.attributes;
  if (!mayManage || status === 'archived') return null;
  if (isOpen(status)) {
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ path })}>
        {say.cancel}
      </Button>
    );
  }
  return (
    <>
      {status !== 'completed' && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ path })}>
          {say.retry}
        </Button>
      )}
      <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate({ path })}>
        {say.archive}
      </Button>
    </>
  );
}

/** The run in the Temporal Web UI, for those who look after the service. */
export function RunLink({ id }: { id: number }) {
  const say = useTexts(texts);
  const { runs_url: runs } = useMe();
  if (runs === null) return null;
  return (
    <Anchor size="sm" href={`${runs}/execution-${id}`} target="_blank" rel="noopener noreferrer">
      {say.run}
    </Anchor>
  );
}
