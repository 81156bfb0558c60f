import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getOwnWriterTemplateOptions,
  getOwnWriterTemplateQueryKey,
  getWriterTemplateQueryKey,
  listWriterTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateWriterTemplate } from '../../../api/generated/client/sdk.gen.ts';
import type { WriterTemplate } from '../../../api/generated/client/types.gen.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { useRecordForm } from '../../../components/record-form.ts';
import { QueryContent } from '../../../components/states.tsx';
import { FormProblems, labelsIn } from '../../../components/version-conflict.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import { DeleteTemplate } from './actions.tsx';
import type { TemplateValues } from './model.ts';
import { TemplateForm } from './template-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/writer/templates/$id');

/** The form of a template that there is. */
export default function EditTemplate() {
  const t = useTranslations(translations);
  const id = Number(route.useParams().id);
  const query = useQuery(getOwnWriterTemplateOptions({ path: { id } }));
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.edit} reason={t.notAllowed} />;
  return (
    <Page
      isForm
      action={t.edit}
      title={query.data?.data.attributes.name ?? t.edit}
      actions={query.data && <DeleteTemplate id={id} />}
    >
      <QueryContent query={query}>{({ data }) => <Form key={id} template={data} />}</QueryContent>
    </Page>
  );
}

function Form({ template }: { template: WriterTemplate }) {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const path = { id: template.id };
  const { slug } = template.attributes;
  const form = useRecordForm({
    name: `writer/templates/${template.id}`,
    path: `/aiwriter/templates/${template.id}`,
    record: template,
    valuesOf: ({ attributes }): TemplateValues => valuesOf(attributes),
    bodyOf: (values) => values,
    read: async () => (await queryClient.fetchQuery({ ...getOwnWriterTemplateOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateWriterTemplate({ path, body, headers, throwOnError: true }),
    onSaved: async (answer) => {
      if (answer) queryClient.setQueryData(getOwnWriterTemplateQueryKey({ path }), answer.data);
      notifications.show({ message: t.savedMessage });
      await navigate({ to: '/writer/$slug', params: { slug } });
      for (const queryKey of [getWriterTemplateQueryKey({ path: { slug } }), listWriterTemplatesQueryKey()])
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  return <TemplateForm form={form} submit={t.save} problems={<FormProblems form={form} labelOf={labelsIn(t)} />} />;
}

/** What the form changes of a template. */
function valuesOf({
  name,
  description,
  category,
  fields,
  brief,
  task,
  form,
  output,
}: WriterTemplate['attributes']): TemplateValues {
  return { name, description, category, fields, brief, task, form, output };
}
