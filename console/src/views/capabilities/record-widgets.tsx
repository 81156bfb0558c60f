import { TagsInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { listCaseStudiesQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { listCaseStudies } from '../../api/generated/client/sdk.gen.ts';
import { BrandVoiceSelect, KnowledgeBaseSelect, RecordSelect } from '../../components/record-select.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useAllRecords } from '../../lib/all-records.ts';
import { translations } from './translations.ts';

/** Form context of the widgets. The brand voice widget also sets the field of its product. */
export interface SettingsFormContext {
  settings: Record<string, unknown>;
  change(changes: Record<string, unknown>): void;
}

/** Selects a brand voice and its product, which is another field of the form. */
export function BrandVoiceWidget({ name, value, options, registry }: WidgetProps) {
  const form = registry.formContext as SettingsFormContext;
  const product = String(options['product']);
  return (
    <BrandVoiceSelect
      company={value}
      product={form.settings[product] as number | null | undefined}
      onChange={(choice) => form.change({ [name]: choice.company, [product]: choice.product })}
    />
  );
}

/** Selects knowledge bases. */
export function KnowledgeBaseWidget({ schema, value, rawErrors = [], onChange }: WidgetProps) {
  return (
    <KnowledgeBaseSelect
      value={value ?? []}
      description={schema.description}
      maxValues={schema.maxItems}
      error={rawErrors.join('\n') || undefined}
      onChange={onChange}
    />
  );
}

/** Selects one of the newest case studies. */
export function CaseStudyWidget({ id, label, required, value, rawErrors = [], onChange }: WidgetProps) {
  const t = useTranslations(translations);
  const { data: studies, error } = useAllRecords(listCaseStudiesQueryKey(), listCaseStudies);
  if (error) return <ErrorAlert error={error} />;
  return (
    <RecordSelect
      id={id}
      label={label}
      description={studies?.length === 0 ? t.noCaseStudies : undefined}
      withAsterisk={required}
      aria-required={required}
      error={rawErrors.join('\n') || undefined}
      none=""
      records={(studies ?? []).map(({ id: study, attributes: { case_study_title: title, company_name } }) => ({
        id: study,
        name: title ?? company_name,
      }))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

/** A list of words, such as keywords. */
export function TagsWidget({ id, label, required, schema, value, rawErrors = [], onChange }: WidgetProps) {
  const t = useTranslations(translations);
  return (
    <TagsInput
      id={id}
      label={label}
      description={schema.description}
      placeholder={value.length === 0 ? t.tagsHint : undefined}
      required={required}
      value={value}
      maxTags={schema.maxItems}
      error={rawErrors.join('\n') || undefined}
      onChange={onChange}
    />
  );
}
