import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createWorkflowTemplateMutation,
  listGroupedWorkflowTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { ErrorAlert } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { useFormDraft } from '../../../lib/form-draft.ts';
import { usePermission } from '../../../shell/me.ts';
import { LoadButton } from './load-button.tsx';
import { bodyOf, NEW_TEMPLATE } from './model.ts';
import { TemplateForm } from './template-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/templates/own/new');

/** The form of a new template. */
export default function NewTemplate() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const draft = useFormDraft('templates/own/new', NEW_TEMPLATE);
  const create = useMutation({
    ...createWorkflowTemplateMutation(),
    onSuccess: async ({ data }) => {
      draft.clear();
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/templates/$slug', params: { slug: data.id } });
      await queryClient.invalidateQueries({ queryKey: listGroupedWorkflowTemplatesQueryKey() });
    },
  });
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page
      isForm
      title={t.addNew}
      actions={
        <LoadButton
          onLoad={(template) => {
            create.reset();
            draft.change(template);
          }}
        />
      }
    >
      <TemplateForm
        fields={draft.values}
        hasSlug
        draft={draft}
        submit={t.create}
        error={create.error}
        problems={create.error && <ErrorAlert error={create.error} />}
        isPending={create.isPending}
        onChange={(changes) => draft.change((previous) => ({ ...previous, ...changes }))}
        onSubmit={() => create.mutate({ body: bodyOf(draft.values) })}
      />
    </Page>
  );
}
