import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { updateWorkflowTemplate } from '../../../api/generated/client/sdk.gen.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { useRecordForm } from '../../../components/record-form.ts';
import { QueryContent } from '../../../components/states.tsx';
import { FormProblems, labelsIn } from '../../../components/version-conflict.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import {
  type EditedFields,
  type EditedTemplate,
  editedTemplateOptions,
  isOfItsTag,
  refreshTemplate,
} from './edited-template.ts';
import { LoadButton } from './load-button.tsx';
import { TemplateForm } from './template-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/templates/$slug/edit');

/** The form of a template that there is; what it changes of fields, steps or example makes a version. */
export default function EditTemplate() {
  const t = useTranslations(translations);
  const { slug } = route.useParams();
  const query = useQuery(editedTemplateOptions(slug));
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.edit} reason={t.notAllowed} />;
  return <QueryContent query={query}>{(template) => <Form key={slug} template={template} />}</QueryContent>;
}

/** A tag that no version has. */
const NO_TAG = '"none"';

function Form({ template }: { template: EditedTemplate }) {
  const t = useTranslations(translations);
  const { slug } = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const form = useRecordForm({
    name: `templates/${slug}`,
    path: `/content-workflow/workflow-templates/${slug}`,
    record: template,
    valuesOf: ({ fields }: EditedTemplate): EditedFields => fields,
    bodyOf: (values) => values,
    read: () => queryClient.fetchQuery({ ...editedTemplateOptions(slug), staleTime: 0 }),
    send: async (body, headers) => {
      // A definition beside the tag of another is an outdated one.
      const isCurrent = await isOfItsTag(slug, template);
      return updateWorkflowTemplate({
        path: { slug },
        body,
        headers: isCurrent ? headers : { 'If-Match': NO_TAG },
        throwOnError: true,
      });
    },
    onSaved: async () => {
      notifications.show({ message: t.savedMessage });
      await navigate({ to: '/templates/$slug', params: { slug } });
      await refreshTemplate(queryClient, slug);
    },
  });
  return (
    <Page
      isForm
      action={t.edit}
      title={template.fields.name}
      actions={<LoadButton onLoad={({ slug: _slug, ...template }) => form.change(template)} />}
    >
      <TemplateForm
        form={{ ...form, values: { slug, ...form.values } }}
        submit={t.save}
        problems={<FormProblems form={form} labelOf={labelsIn(t, { input: 'fields' })} />}
      />
    </Page>
  );
}
