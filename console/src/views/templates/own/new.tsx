import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createWorkflowTemplateMutation,
  listGroupedWorkflowTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { useNewRecordForm } from '../../../components/new-record-form.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
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
  const form = useNewRecordForm({
    name: 'templates/own/new',
    initial: NEW_TEMPLATE,
    mutation: createWorkflowTemplateMutation(),
    requestOf: (fields) => ({ body: bodyOf(fields) }),
    onCreated: async ({ data }) => {
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
            form.reset();
            form.change(template);
          }}
        />
      }
    >
      <TemplateForm form={form} submit={t.create} hasSlug />
    </Page>
  );
}
