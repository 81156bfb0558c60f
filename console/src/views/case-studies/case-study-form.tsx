import {
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { GetCaseStudySchemaResponse } from '../../api/generated/client/types.gen.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { countryOptions } from '../../lib/countries.ts';
import { fieldError } from '../../lib/form-props.ts';
import { type CaseStudyFields, MAX_LENGTHS, SUGGESTIBLE_FIELDS, type SuggestedField } from './model.ts';
import { translations } from './translations.ts';

const REQUIRED: readonly (keyof CaseStudyFields)[] = ['problem_statement', 'proposed_solution', 'outcomes'];

/** The form of a case study. */
export function CaseStudyForm({
  fields,
  form,
  error,
  readOnly = false,
  hasAnnouncement,
  onChange,
  renderBelow,
}: {
  fields: CaseStudyFields;
  /** The API's schema of the form. */
  form: GetCaseStudySchemaResponse;
  /** Error of the last request. */
  error: unknown;
  readOnly?: boolean;
  /** Includes title and short description, which a new case study does not have. */
  hasAnnouncement: boolean;
  onChange: (changes: Partial<CaseStudyFields>) => void;
  /** Renders what is below a suggestible field. */
  renderBelow?: (field: SuggestedField, label: string) => ReactNode;
}) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const limits = limitsOf(form);
  const common = (field: keyof CaseStudyFields) => ({ label: t[field], readOnly, error: fieldError(error, field) });
  const required = { withAsterisk: true, 'aria-required': true };
  return (
    <Stack>
      {hasAnnouncement && (
        <Fieldset legend={t.announcement}>
          <Stack gap="sm">
            {(['case_study_title', 'short_description'] as const).map((field) => (
              <CountedInput
                key={field}
                {...common(field)}
                value={fields[field] ?? ''}
                max={MAX_LENGTHS[field]}
                multiline={field === 'short_description'}
                onChange={(value) => onChange({ [field]: value || null })}
              />
            ))}
          </Stack>
        </Fieldset>
      )}
      <Fieldset legend={t.project}>
        <Stack gap="sm">
          <CountedInput
            {...common('company_name')}
            value={fields.company_name}
            max={limits['company_name']}
            required
            onChange={(company_name) => onChange({ company_name })}
          />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <NativeSelect
              {...common('country')}
              {...required}
              disabled={readOnly}
              value={fields.country}
              data={[{ value: '', label: t.choose }, ...countryOptions(form.meta.countries, locale)]}
              onChange={({ currentTarget }) => onChange({ country: currentTarget.value })}
            />
            {(['start_date', 'end_date'] as const).map((field) => (
              <TextInput
                key={field}
                type="date"
                {...common(field)}
                {...required}
                value={fields[field]}
                onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          {SUGGESTIBLE_FIELDS.map((field) => (
            <Stack key={field} gap="xs">
              <CountedInput
                {...common(field)}
                value={fields[field] ?? ''}
                max={limits[field]}
                required={REQUIRED.includes(field)}
                multiline
                onChange={(value) => onChange({ [field]: REQUIRED.includes(field) ? value : value || null })}
              />
              {renderBelow?.(field, t[field])}
            </Stack>
          ))}
        </Stack>
      </Fieldset>
      <Fieldset legend={t.details}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['industry_verticals', 'use_cases'] as const).map((field) => (
              <MultiSelect
                key={field}
                {...common(field)}
                searchable
                hidePickedOptions
                data={form.meta[field].map((value) => ({ value, label: labelsOf(form, field)[value] ?? value }))}
                value={fields[field]}
                onChange={(value) => onChange({ [field]: value })}
              />
            ))}
          </SimpleGrid>
          {(['cloud_services_used', 'isv_tools'] as const).map((field) => (
            <CountedInput
              key={field}
              {...common(field)}
              value={fields[field] ?? ''}
              max={limits[field]}
              onChange={(value) => onChange({ [field]: value || null })}
            />
          ))}
          <Group>
            <Checkbox
              label={t.is_public}
              checked={fields.is_public}
              disabled={readOnly}
              onChange={({ currentTarget }) => onChange({ is_public: currentTarget.checked })}
            />
          </Group>
        </Stack>
      </Fieldset>
    </Stack>
  );
}

/** Maximum length of each field in the JSON Schema, either directly or in one of its alternatives. */
/** The schema of a list of choices; one that may be null is among several. */
interface ListSchema {
  items?: { 'x-labels'?: Readonly<Record<string, string>> };
  anyOf?: readonly ListSchema[];
}

/** The names that the API gives the choices of a field in the person's language. */
function labelsOf(form: GetCaseStudySchemaResponse, field: string): Readonly<Record<string, string>> {
  const fields = (form.data.attributes['properties'] ?? {}) as Record<string, ListSchema | undefined>;
  const list = [fields[field], ...(fields[field]?.anyOf ?? [])].find((schema) => schema?.items);
  return list?.items?.['x-labels'] ?? {};
}

function limitsOf({ data }: GetCaseStudySchemaResponse): Record<string, number | undefined> {
  interface Field {
    maxLength?: number;
    anyOf?: Field[];
  }
  const limitOf = ({ maxLength, anyOf = [] }: Field): number | undefined =>
    maxLength ?? anyOf.map(limitOf).find(Boolean);
  const properties = (data.attributes['properties'] ?? {}) as Record<string, Field>;
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, limitOf(field)]));
}

/** A text input with a character count and a length check. */
function CountedInput({
  label,
  value,
  max,
  multiline = false,
  required = false,
  readOnly,
  error,
  onChange,
}: {
  label: string;
  value: string;
  /** Maximum length in characters. Undefined when the API has no limit. */
  max: number | undefined;
  multiline?: boolean;
  required?: boolean;
  readOnly: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const length = value.trim().length;
  const over = max === undefined ? 0 : length - max;
  const input = {
    label,
    value,
    readOnly,
    withAsterisk: required,
    'aria-required': required,
    description:
      max === undefined ? t.count(format.number(length)) : t.countOf(format.number(length), format.number(max)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    error: over > 0 ? t.tooLong(format.number(over)) : error,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return multiline ? <Textarea autosize minRows={3} maxRows={16} {...input} /> : <TextInput {...input} />;
}
