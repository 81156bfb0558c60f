import { Button, Title } from '@mantine/core';
import Form from '@rjsf/mantine';
import type { ErrorSchema, RJSFSchema, ValidatorType } from '@rjsf/utils';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { toFormSchema, toUiSchema } from './form-schema.ts';
import {
  BrandVoiceWidget,
  CaseStudyWidget,
  KnowledgeBaseWidget,
  type SettingsFormContext,
  TagsWidget,
} from './record-widgets.tsx';

type Settings = Record<string, unknown>;

/** The API validates. JSON Schema validators for browsers generate code, which the content security policy forbids. */
const NO_VALIDATION: ValidatorType<Settings> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: () => true,
};

const WIDGETS = {
  terms: TagsWidget,
  voice: BrandVoiceWidget,
  knowledge: KnowledgeBaseWidget,
  caseStudy: CaseStudyWidget,
};

/** A form that is generated from a JSON Schema. */
export function SettingsForm({
  schema,
  defaults,
  error,
  root = 'settings',
  submit,
  isSending,
  children,
  onSubmit,
}: {
  schema: Settings;
  defaults: Settings;
  /** Error of the last request. */
  error: unknown;
  /** Name of the settings in the request body, which prefixes the API's field errors. */
  root?: string;
  submit: string;
  isSending: boolean;
  /** Further fields. */
  children?: ReactNode;
  onSubmit: (settings: Settings) => void;
}) {
  const [settings, setSettings] = useState(defaults);
  const form = useMemo(() => toFormSchema(schema), [schema]);
  const uiSchema = useMemo(() => toUiSchema(form), [form]);
  const context: SettingsFormContext = {
    settings,
    change: (changes) => setSettings((previous) => ({ ...previous, ...changes })),
  };
  return (
    <Form
      schema={form as RJSFSchema}
      uiSchema={uiSchema}
      widgets={WIDGETS}
      formContext={context}
      validator={NO_VALIDATION}
      formData={settings}
      onChange={({ formData = {} }) => setSettings(formData)}
      onSubmit={() => onSubmit(settings)}
      extraErrors={toErrorSchema(error, root)}
      showErrorList={false}
      noHtml5Validate
      templates={{ TitleFieldTemplate: FieldTitle, ArrayFieldTitleTemplate: FieldTitle }}
    >
      {children}
      <Button type="submit" loading={isSending} my="md">
        {submit}
      </Button>
    </Form>
  );
}

/** Title of a field group, at the right heading level. */
function FieldTitle({ title }: { title?: string }) {
  return (
    <Title order={2} size="h6">
      {title}
    </Title>
  );
}

/** Nests the API's dotted field errors, such as `settings.audience.age`. */
function toErrorSchema(error: unknown, root: string): ErrorSchema<Settings> {
  const errors: ErrorSchema<Settings> = {};
  if (!(error instanceof ApiError)) return errors;
  for (const [field, problems] of Object.entries(error.details)) {
    const [first, ...path] = field.split('.');
    if (first !== root) continue;
    let node = errors as Record<string, unknown>;
    for (const name of path) {
      node[name] ??= {};
      node = node[name] as Record<string, unknown>;
    }
    node['__errors'] = [...problems];
  }
  return errors;
}
