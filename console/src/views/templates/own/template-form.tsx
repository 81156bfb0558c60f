import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DraftForm, type DraftFormProps } from '../../../components/draft-form.tsx';
import { EntriesSection } from '../../../components/entries-section.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Section } from '../../../components/page.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { fieldError, ownProblem } from '../../../lib/form-props.ts';
import { pickLabels } from '../../../lib/labels.ts';
import { moved } from '../../../lib/moved.ts';
import { toFields } from '../../capabilities/form-schema.ts';
import { SettingsFields } from '../../capabilities/settings-fields.tsx';
import { FieldList, StepList } from './entries.tsx';
import { FieldForm } from './field-form.tsx';
import {
  CATEGORIES,
  MAX_FIELDS,
  MAX_STEPS,
  schemaOf,
  slugOf,
  type TemplateFields,
  type TemplateStep,
  withField,
  withoutField,
  withoutStep,
} from './model.ts';
import { entryProblems } from './problems.ts';
import { capabilitiesOptions, StepForm } from './step-form.tsx';
import { translations } from './translations.ts';

const Plan = lazyPart(() => import('../../executions/plan.tsx'));

/** The form of a template: its head, the fields of its input, its steps, an example, and the plan that follows. */
export function TemplateForm({
  form,
  submit,
  problems,
  hasSlug = false,
}: DraftFormProps<TemplateFields> & {
  /** Whether the slug is asked for, which never changes. */
  hasSlug?: boolean;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { values: fields, error, change: onChange } = form;
  /** As they were sent last, which the API's messages are about. */
  const [sent, setSent] = useState(fields);
  const { input, steps, example } = fields;
  const ofFields = entryProblems(error, 'input', sent.input);
  const ofSteps = entryProblems(error, 'steps', sent.steps);
  const rename = (name: string) =>
    onChange({ name, ...(hasSlug && fields.slug === slugOf(fields.name) && { slug: slugOf(name) }) });
  return (
    <DraftForm
      form={{
        ...form,
        save: () => {
          setSent(fields);
          form.save();
        },
      }}
      submit={submit}
      problems={problems}
      noValidate
    >
      <TextInput
        label={t.name}
        withAsterisk
        aria-required
        maxLength={120}
        value={fields.name}
        error={fieldError(error, 'name')}
        onChange={({ currentTarget: { value } }) => rename(value)}
      />
      {hasSlug && (
        <TextInput
          label={t.slug}
          description={t.slugHint}
          withAsterisk
          aria-required
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={fields.slug}
          error={fieldError(error, 'slug')}
          onChange={({ currentTarget: { value } }) => onChange({ slug: value })}
        />
      )}
      <Textarea
        label={t.description}
        autosize
        maxLength={1_000}
        value={fields.description}
        error={fieldError(error, 'description')}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <NativeSelect
        label={t.category}
        value={fields.category}
        data={Object.entries(pickLabels(CATEGORIES, t)).map(([value, label]) => ({ value, label }))}
        error={fieldError(error, 'category')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ category: CATEGORIES.find((name) => name === value) ?? fields.category })
        }
      />
      <EntriesSection
        text={{
          entries: t.fields,
          add: t.addField,
          one: t.field,
          none: t.noFields,
          tooMany: t.tooManyFields(format.number(MAX_FIELDS)),
        }}
        entries={input}
        most={MAX_FIELDS}
        onTake={(index, field) => onChange(withField(fields, index, field))}
        renderList={(onEdit) => (
          <FieldList
            fields={input}
            problems={ofFields}
            actions={{ onEdit, onRemove: (index) => onChange(withoutField(fields, index)) }}
          />
        )}
        renderForm={({ index: _index, initial, ...form }) => (
          <FieldForm {...form} initial={initial} problems={(initial && ofFields.get(initial)) ?? {}} />
        )}
      />
      <OwnProblem error={error} part="input" name={t.fields} />
      <EntriesSection
        text={{
          entries: t.steps,
          add: t.addStep,
          one: t.step,
          none: t.noSteps,
          tooMany: t.tooManySteps(format.number(MAX_STEPS)),
        }}
        entries={steps}
        most={MAX_STEPS}
        size="lg"
        onTake={(index, step) => onChange({ steps: [...steps.slice(0, index), step, ...steps.slice(index + 1)] })}
        renderList={(onEdit) => (
          <StepList
            steps={steps}
            problems={ofSteps}
            actions={{
              onEdit,
              onRemove: (index) => onChange({ steps: withoutStep(steps, index) }),
              onMoveUp: (index) => onChange({ steps: moved(steps, index, -1) }),
            }}
          />
        )}
        renderForm={({ index, initial, ...form }) => (
          <StepForm
            {...form}
            initial={initial}
            earlier={steps.slice(0, index)}
            fields={input}
            problems={(initial && ofSteps.get(initial)) ?? {}}
          />
        )}
      />
      <OwnProblem error={error} part="steps" name={t.steps} />
      <Section title={t.example}>
        <Stack gap="sm">
          <Text size="sm">{input.length === 0 ? t.noExample : t.exampleHint}</Text>
          <SettingsFields
            fields={toFields(schemaOf(input))}
            values={example}
            problemOf={(name) => fieldError(error, `example.${name}`)}
            onChange={(changes) => onChange({ example: { ...example, ...changes } })}
          />
          <OwnProblem error={error} part="example" name={t.example} />
        </Stack>
      </Section>
      {steps.length > 0 && <Preview steps={steps} />}
    </DraftForm>
  );
}

/** What the API says of something that has no input, by its name and no part of it. */
function OwnProblem({ error, part, name }: { error: unknown; part: string; name: string }) {
  const problem = ownProblem(error, part);
  if (problem === undefined) return null;
  return (
    <Text size="sm" c="red">
      {name}: {problem}
    </Text>
  );
}

/** The plan that follows from the steps, and what it costs. */
function Preview({ steps }: { steps: readonly TemplateStep[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  // The graph is large, and prices are a request of their own.
  const [isShown, setIsShown] = useState(false);
  const { data } = useQuery({ ...capabilitiesOptions(), enabled: isShown });
  const prices = new Map(data?.data.map(({ attributes }) => [attributes.slug, attributes.estimated_credits] as const));
  const cost = steps.reduce((sum, { capability }) => sum + (prices.get(capability) ?? 0), 0);
  return (
    <Section
      title={t.preview}
      actions={
        <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setIsShown((is) => !is)}>
          {isShown ? t.hide : t.show}
        </Button>
      }
    >
      <Text size="sm">{t.previewHint}</Text>
      {isShown && (
        <Suspense>
          <Plan
            steps={steps.map(({ key, title, depends_on, when }) => ({
              key,
              title: when.length > 0 ? t.withCondition(title) : title,
              depends_on,
            }))}
          />
        </Suspense>
      )}
      {data && isShown && (
        <Text size="sm" mt="xs">
          {t.cost(format.number(cost))}
        </Text>
      )}
    </Section>
  );
}
