import { Checkbox, Fieldset, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DraftForm, type DraftFormProps } from '../../../components/draft-form.tsx';
import { Section } from '../../../components/page.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { fieldError } from '../../../lib/form-props.ts';
import { pickLabels } from '../../../lib/labels.ts';
import { translations as boardTranslations } from '../../board/translations.ts';
import { CATEGORIES } from '../model.ts';
import { QuestionFields } from '../question-fields.tsx';
import { translations as writerTranslations } from '../translations.ts';
import { FieldRows } from './field-rows.tsx';
import { CONTENT_TYPES, type OwnField, questionsOf, type TemplateValues } from './model.ts';
import { translations } from './translations.ts';

/** The form of a template: its head, what it asks for, the instructions of the AI, what it becomes, and a preview. */
export function TemplateForm({
  children,
  ...props
}: DraftFormProps<TemplateValues> & {
  /** What stands below the name. */
  children?: ReactNode;
}) {
  const t = useTranslations(translations);
  const { values, error, change: onChange } = props.form;
  const categories = pickLabels(CATEGORIES, useTranslations(writerTranslations));
  const text = (field: 'name' | 'description' | 'brief' | 'task') => ({
    label: t[field],
    value: values[field],
    error: fieldError(error, field),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
  const required = { withAsterisk: true, 'aria-required': true };
  return (
    <DraftForm {...props} noValidate>
      <TextInput maxLength={120} {...required} {...text('name')} />
      {children}
      <Textarea autosize maxLength={1_000} {...text('description')} />
      <NativeSelect
        label={t.category}
        value={values.category}
        data={Object.entries(categories).map(([value, label]) => ({ value, label }))}
        error={fieldError(error, 'category')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ category: CATEGORIES.find((name) => name === value) ?? values.category })
        }
      />
      <FieldRows fields={values.fields} error={error} onChange={(fields) => onChange({ fields })} />
      <Section title={t.forTheAi}>
        <Stack gap="sm">
          <Textarea autosize minRows={2} maxLength={2_000} description={t.briefHint} {...required} {...text('brief')} />
          <Textarea autosize minRows={2} maxLength={2_000} description={t.taskHint} {...required} {...text('task')} />
          <Textarea
            label={t.form}
            description={t.formHint}
            autosize
            minRows={2}
            value={values.form.join('\n')}
            error={fieldError(error, 'form')}
            onChange={({ currentTarget: { value } }) => onChange({ form: value === '' ? [] : value.split('\n') })}
          />
        </Stack>
      </Section>
      <OutputFields output={values.output} error={error} onChange={(output) => onChange({ output })} />
      <Preview fields={values.fields} />
    </DraftForm>
  );
}

/** What a text becomes. */
function OutputFields({
  output,
  error,
  onChange,
}: {
  output: TemplateValues['output'];
  error: unknown;
  onChange: (output: TemplateValues['output']) => void;
}) {
  const t = useTranslations(translations);
  const types = pickLabels(CONTENT_TYPES, useTranslations(boardTranslations));
  return (
    <Fieldset legend={t.output}>
      <Stack gap="sm">
        <NativeSelect
          label={t.contentType}
          value={output.content_type}
          data={Object.entries(types).map(([value, label]) => ({ value, label }))}
          error={fieldError(error, 'output.content_type')}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...output, content_type: CONTENT_TYPES.find((type) => type === value) ?? output.content_type })
          }
        />
        <NumberInput
          label={t.maxWords}
          description={t.maxWordsHint}
          min={1}
          max={2_000}
          allowDecimal={false}
          value={output.max_words ?? ''}
          error={fieldError(error, 'output.max_words')}
          onChange={(value) => onChange({ ...output, max_words: value === '' ? null : Number(value) })}
        />
        <Checkbox
          label={t.isList}
          checked={output.is_list}
          onChange={({ currentTarget: { checked } }) => onChange({ ...output, is_list: checked })}
        />
      </Stack>
    </Fieldset>
  );
}

/** The questions as whoever writes by the template will see them. */
function Preview({ fields }: { fields: readonly OwnField[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  return (
    <Section title={t.preview}>
      <Stack gap="sm">
        <Text size="sm">{t.previewHint}</Text>
        <QuestionFields
          // Names may be the same, or missing, until the template is sent.
          questions={questionsOf(fields).map((asked, index) => ({
            ...asked,
            name: `${index}`,
            question: asked.question || t.field(format.number(index + 1)),
          }))}
          answerOf={({ name }) => answers[name] ?? ''}
          onChange={({ name }, value) => setAnswers((previous) => ({ ...previous, [name]: value }))}
        />
      </Stack>
    </Section>
  );
}
