import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createWriterTemplateMutation,
  listWriterTemplatesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { ErrorAlert } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { useFormDraft } from '../../../lib/form-draft.ts';
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
  const draft = useFormDraft('writer/templates/new', EMPTY);
  const { slug, ...values } = draft.values;
  const create = useMutation({
    ...createWriterTemplateMutation(),
    onSuccess: async ({ data }) => {
      draft.clear();
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/writer/$slug', params: { slug: data.attributes.slug } });
      await queryClient.invalidateQueries({ queryKey: listWriterTemplatesQueryKey() });
    },
  });
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  const change = (changes: Partial<typeof EMPTY>) => draft.change((previous) => ({ ...previous, ...changes }));
  return (
    <Page isForm title={t.addNew} lead={t.lead}>
      <TemplateForm
        values={values}
        draft={draft}
        submit={t.create}
        error={create.error}
        problems={create.error && <ErrorAlert error={create.error} />}
        isPending={create.isPending}
        onChange={change}
        onSubmit={() => create.mutate({ body: { ...values, ...(slug && { slug }) } })}
      >
        <TextInput
          label={t.slug}
          description={t.slugHint}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={slug}
          error={fieldError(create.error, 'slug')}
          onChange={({ currentTarget: { value } }) => change({ slug: value })}
        />
      </TemplateForm>
    </Page>
  );
}
