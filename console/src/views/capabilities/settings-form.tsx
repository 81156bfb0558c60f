import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useTranslations } from '../../i18n/translations.ts';
import type { FormDraft } from '../../lib/form-draft.ts';
import { problemsOf } from './form-problems.ts';
import { defaultsOf, type Schema, toFields } from './form-schema.ts';
import { type Settings, SettingsFields } from './settings-fields.tsx';
import { translations } from './translations.ts';

/** A form that is generated from a JSON Schema. What was typed is kept until it is sent. */
export function SettingsForm({
  schema,
  defaults,
  suggested = {},
  draft,
  error,
  root = 'settings',
  submit,
  isSending,
  children,
  onSubmit,
}: {
  schema: Schema;
  defaults: Settings;
  /** Values that follow from other choices. They go before defaults, and what somebody has entered before them. */
  suggested?: Settings;
  /** What was entered. */
  draft: Pick<FormDraft<Settings>, 'values' | 'change'>;
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
  const t = useTranslations(translations);
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const [tries, setTries] = useState(0);
  const fields = useMemo(() => toFields(schema), [schema]);
  const settings: Settings = { ...defaultsOf(schema), ...defaults, ...suggested, ...draft.values };
  const problems = error instanceof ApiError ? error.details : {};
  // After a try that found something, here or at the API.
  useEffect(() => {
    if (tries > 0 || error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, error]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const missing = problemsOf(schema, settings, t);
        setFound(missing);
        if (Object.keys(missing).length > 0) setTries((count) => count + 1);
        else onSubmit({ ...settings });
      }}
    >
      <SettingsFields
        fields={fields}
        values={settings}
        problemOf={(field) => found[field] ?? problemOf(problems, `${root}.${field}`)}
        onChange={(changes) => {
          draft.change({ ...draft.values, ...changes });
          setFound((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changes))));
        }}
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
