import { Checkbox, Fieldset, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { LazyMultiSelect, LazySelect } from '../../components/multi-select.tsx';
import { BrandVoiceSelect, KnowledgeBaseSelect, RecordSelect } from '../../components/record-select.tsx';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { countryOptions } from '../../lib/countries.ts';
import { languageOptions } from '../../lib/languages.ts';
import { useNames } from '../../lib/names.ts';
import type { Field } from './form-schema.ts';
import { translations } from './translations.ts';

/** Values of fields by name. A field without a value is undefined, and not sent. */
export type Settings = Readonly<Record<string, unknown>>;

/** Choices from this number on are searched. */
const SEARCHED_FROM = 8;

/** Fields and what they share: the values, and the problems by the dotted name of the field. */
export function SettingsFields({
  fields,
  values,
  problemOf,
  prefix = '',
  onChange,
}: {
  fields: readonly Field[];
  values: Settings;
  /** The problem of a field, by its dotted name. */
  problemOf: (field: string) => string | undefined;
  /** Names of the groups around the fields, each followed by a dot. */
  prefix?: string;
  onChange: (changes: Settings) => void;
}) {
  return (
    <Stack gap="sm">
      {fields.map((field) =>
        field.input === 'group' ? (
          <Fieldset key={field.name} legend={field.label}>
            <SettingsFields
              fields={field.fields}
              values={(values[field.name] as Settings | null | undefined) ?? {}}
              problemOf={problemOf}
              prefix={`${prefix}${field.name}.`}
              onChange={(changes) =>
                onChange({ [field.name]: { ...(values[field.name] as Settings | null | undefined), ...changes } })
              }
            />
          </Fieldset>
        ) : (
          <FieldInput
            key={field.name}
            field={field}
            values={values}
            error={problemOf(prefix + field.name)}
            onChange={onChange}
          />
        ),
      )}
    </Stack>
  );
}

type SingleField = Exclude<Field, { input: 'group' }>;

function FieldInput({
  field,
  values,
  error,
  onChange,
}: {
  field: SingleField;
  values: Settings;
  error: string | undefined;
  onChange: (changes: Settings) => void;
}) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const { name, label, description, isRequired } = field;
  const value = values[name];
  const set = (next: unknown) => onChange({ [name]: next });
  const common = { label, description, error, withAsterisk: isRequired, 'aria-required': isRequired };
  const line = { ...common, value: value === undefined || value === null ? '' : String(value) };
  switch (field.input) {
    case 'line':
    case 'day':
      return (
        <TextInput
          {...line}
          type={field.input === 'day' ? 'date' : 'text'}
          onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
        />
      );
    case 'text':
      return (
        <Textarea
          {...line}
          autosize
          minRows={2}
          maxRows={12}
          onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
        />
      );
    case 'number':
      return (
        <TextInput
          {...line}
          type="number"
          min={field.min}
          max={field.max}
          step={field.isWhole ? 1 : 'any'}
          onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
        />
      );
    case 'flag':
      return (
        <Checkbox
          label={label}
          description={description}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
      );
    case 'language':
      return (
        <LazySelect
          {...common}
          data={languageOptions(locale, { ...(field.values && { among: field.values }), chosen: [line.value] })}
          value={line.value || null}
          searchable
          clearable={!isRequired}
          onChange={(chosen) => set(chosen ?? undefined)}
        />
      );
    case 'country':
      return (
        <LazySelect
          {...common}
          data={countryOptions(field.values ?? [], locale)}
          value={line.value || null}
          searchable
          clearable={!isRequired}
          onChange={(chosen) => set(chosen ?? undefined)}
        />
      );
    case 'zone':
      return (
        <LazySelect
          {...common}
          data={[...new Set([line.value || 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          value={line.value || null}
          searchable
          clearable={!isRequired}
          onChange={(chosen) => set(chosen ?? undefined)}
        />
      );
    case 'choice':
      return (
        <LazySelect
          {...common}
          data={field.options}
          value={(value as string | null | undefined) ?? null}
          searchable={field.options.length >= SEARCHED_FROM}
          clearable={!isRequired}
          onChange={(chosen) => set(chosen ?? undefined)}
        />
      );
    case 'choices':
      return (
        <LazyMultiSelect
          {...common}
          data={field.options}
          value={listOf(value)}
          maxValues={field.most}
          searchable
          onChange={(chosen) => set(chosen)}
        />
      );
    case 'terms':
      return (
        <TagsInput
          {...common}
          placeholder={listOf(value).length === 0 ? t.tagsHint : undefined}
          value={listOf(value)}
          maxTags={field.most}
          onChange={(terms) => set(terms)}
        />
      );
    case 'voice':
      return (
        <BrandVoiceSelect
          company={value as number | null | undefined}
          product={values[field.product] as number | null | undefined}
          onChange={({ company, product }) => onChange({ [name]: company, [field.product]: product })}
        />
      );
    case 'knowledge':
      return (
        <KnowledgeBaseSelect
          value={(value as number[] | null | undefined) ?? []}
          description={description}
          maxValues={field.most}
          error={error}
          onChange={(ids) => set(ids)}
        />
      );
    case 'case-study':
      return <CaseStudySelect {...common} value={value as number | null | undefined} onChange={set} />;
  }
}

function listOf(value: unknown): string[] {
  return (value as string[] | null | undefined) ?? [];
}

/** Selects one of the newest case studies. */
function CaseStudySelect({
  value,
  onChange,
  ...input
}: {
  label: string;
  error: string | undefined;
  withAsterisk: boolean;
  value: number | null | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const t = useTranslations(translations);
  const studies = useNames()?.case_studies ?? [];
  return (
    <RecordSelect
      {...input}
      description={studies.length === 0 ? t.noCaseStudies : undefined}
      none=""
      records={studies}
      value={value}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
