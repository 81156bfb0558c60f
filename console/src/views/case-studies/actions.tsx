import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  deleteCaseStudyMutation,
  exportCaseStudyOptions,
  listCaseStudiesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CaseStudyDetail } from '../../api/generated/client/types.gen.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { showError } from '../../components/show-error.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

/** What may be done with a case study as a whole. */
export function Actions({ caseStudy: { id, attributes } }: { caseStudy: CaseStudyDetail }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canEdit = usePermission('manage_content');
  const path = { id };
  const exportJson = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...exportCaseStudyOptions({ path }), staleTime: 0 }),
    onSuccess: ({ data }) => saveFile({ data: JSON.stringify(data, null, 2) }, `case-study-${id}.json`),
    onError: showError,
  });
  const remove = useMutation({
    ...deleteCaseStudyMutation(),
    onSuccess: async () => {
      notifications.show({ message: t.removedMessage });
      await navigate({ to: '/case-studies' });
      await queryClient.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
    },
    onError: showError,
  });
  return (
    <>
      <Button variant="default" loading={exportJson.isPending} onClick={() => exportJson.mutate()}>
        {t.export}
      </Button>
      {canEdit && attributes.status !== 'validated' && (
        <ConfirmButton
          label={t.remove}
          question={t.removeQuestion}
          confirmLabel={t.removeConfirm}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ path })}
        />
      )}
    </>
  );
}
