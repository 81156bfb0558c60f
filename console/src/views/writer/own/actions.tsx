import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  deleteWriterTemplateMutation,
  listWriterTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { DeleteButton } from '../../../components/confirm-button.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import { translations } from './translations.ts';

/** What can be done with a template of one's own. */
export function OwnActions({ id }: { id: number }) {
  const t = useTranslations(translations);
  if (!usePermission('manage_content')) return null;
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/writer/templates/$id" params={{ id: String(id) }} {...props} />}
      >
        {t.edit}
      </Button>
      <DeleteTemplate id={id} />
    </>
  );
}

/** Deletes a template; what was written by it stays. */
export function DeleteTemplate({ id }: { id: number }) {
  const t = useTranslations(translations);
  return (
    <DeleteButton
      label={t.remove}
      question={t.removeQuestion}
      confirmLabel={t.removeConfirm}
      message={t.removedMessage}
      mutation={deleteWriterTemplateMutation()}
      variables={{ path: { id } }}
      listKey={listWriterTemplatesQueryKey()}
      to="/writer"
    />
  );
}
