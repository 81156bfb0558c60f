import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createWriterTemplateMutation,
  listWriterTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { useNewRecordForm } from '../../../components/new-record-form.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { fieldError } from '../../../lib/form-props.ts';
import { usePermission } from '../../../shell/me.ts';
import { NEW_TEMPLATE, type TemplateValues } from './model.ts';
import { TemplateForm } from './template-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/writer/templates/new');

/** A new template with its short name, which is made of the name where it stays empty. */
const EMPTY: TemplateValues & { slug: string } = { ...NEW_TEMPLATE, slug: '' };

/** The form of a new template. */
export default function NewTemplate() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const form = useNewRecordForm({
    name: 'writer/templates/new',
    initial: EMPTY,
    mutation: createWriterTemplateMutation(),
    requestOf: ({ slug, ...values }) => ({ body: { ...values, ...(slug && { slug }) } }),
    onCreated: async ({ data }) => {
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/writer/$slug', params: { slug: data.attributes.slug } });
      await queryClient.invalidateQueries({ queryKey: listWriterTemplatesQueryKey() });
    },
  });
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew} lead={t.lead}>
      <TemplateForm form={form} submit={t.create}>
        <TextInput
          label={t.slug}
          description={t.slugHint}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={form.values.slug}
          error={fieldError(form.error, 'slug')}
          onChange={({ currentTarget: { value } }) => form.change({ slug: value })}
        />
      </TemplateForm>
    </Page>
  );
}
