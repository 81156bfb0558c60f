import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  deleteWorkflowTemplateMutation,
  listGroupedWorkflowTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { getWorkflowTemplateFile } from '../../../api/generated/client/sdk.gen.ts';
import { DeleteButton } from '../../../components/confirm-button.tsx';
import { showError } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { usePermission } from '../../../shell/me.ts';
import { translations } from './translations.ts';

/** What can be done with a template of one's own. */
export function OwnActions({ slug }: { slug: string }) {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const path = { slug };
  const save = useMutation({
    mutationFn: () => getWorkflowTemplateFile({ path, throwOnError: true }),
    onSuccess: ({ data, response }) => saveFile({ data: `${JSON.stringify(data, null, 2)}\n`, response }),
    onError: showError,
  });
  return (
    <>
      {canEdit && (
        <Button variant="default" renderRoot={(props) => <Link to="/templates/$slug/edit" params={path} {...props} />}>
          {t.editShort}
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/templates/$slug/versions" params={path} {...props} />}
      >
        {t.versions}
      </Button>
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        {t.saveFile}
      </Button>
      {canEdit && (
        <DeleteButton
          label={t.remove}
          question={t.removeQuestion}
          confirmLabel={t.removeConfirm}
          message={t.removedMessage}
          mutation={deleteWorkflowTemplateMutation()}
          variables={{ path }}
          listKey={listGroupedWorkflowTemplatesQueryKey()}
          to="/templates"
        />
      )}
    </>
  );
}
