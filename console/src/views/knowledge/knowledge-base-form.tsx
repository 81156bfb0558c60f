import { Textarea, TextInput } from '@mantine/core';
import type { CreateKnowledgeBaseBody } from '../../api/generated/client/types.gen.ts';
import { DraftForm, type DraftFormProps } from '../../components/draft-form.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** What the form of a knowledge base has. */
export type KnowledgeBaseFields = Required<Pick<CreateKnowledgeBaseBody, 'name' | 'description'>>;

/** The form of a knowledge base. */
export function KnowledgeBaseForm(props: DraftFormProps<KnowledgeBaseFields>) {
  const t = useTranslations(translations);
  const { values, error, change } = props.form;
  return (
    <DraftForm {...props}>
      <TextInput
        label={t.name}
        withAsterisk
        aria-required
        value={values.name}
        error={fieldError(error, 'name')}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        autosize
        minRows={2}
        maxRows={8}
        value={values.description ?? ''}
        error={fieldError(error, 'description')}
        onChange={({ currentTarget: { value } }) => change({ description: value || null })}
      />
    </DraftForm>
  );
}
