import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { defaultsOf, type Schema, toFields } from './form-schema.ts';
import { type Settings, SettingsFields } from './settings-fields.tsx';

/** A form that is generated from a JSON Schema. The API validates the values. */
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
  schema: Schema;
  defaults: Settings;
  /** Error of the last request. */
  error: unknown;
  /** Name of the settings in the request body, which prefixes the API's field errors. */
  root?: string;
  submit: string;
  isSending: boolean;
  /** Further fields. */
  children?: ReactNode;
  onSubmit: (settings: Record<string, unknown>) => void;
}) {
  const [settings, setSettings] = useState<Settings>(() => ({ ...defaultsOf(schema), ...defaults }));
  const fields = useMemo(() => toFields(schema), [schema]);
  const problems = error instanceof ApiError ? error.details : {};
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ ...settings });
      }}
    >
      <SettingsFields
        fields={fields}
        values={settings}
        problemOf={(field) => problemOf(problems, `${root}.${field}`)}
        onChange={(changes) => setSettings((previous) => ({ ...previous, ...changes }))}
      />
      {children}
      <Button type="submit" loading={isSending} my="md">
        {submit}
      </Button>
    </form>
  );
}

/** The API's messages for a field and for the entries of its list, such as `settings.keywords.2`. */
function problemOf(problems: ApiError['details'], field: string): string | undefined {
  const texts = Object.entries(problems).flatMap(([name, messages]) =>
    name === field || name.startsWith(`${field}.`) ? messages : [],
  );
  return texts.join(' ') || undefined;
}
