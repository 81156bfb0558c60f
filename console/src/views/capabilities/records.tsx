import { NativeSelect } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { listCaseStudiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { KnowledgeChoice } from '../../components/knowledge-choice.tsx';
import { VoiceChoice } from '../../components/voice-choice.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** As many as a page of the API has, the newest. */
const MOST = 100;

/** The form that a field is part of: a brand voice brings the field of its product along. */
export interface FormOfRecords {
  settings: Record<string, unknown>;
  change(changes: Record<string, unknown>): void;
}

/** A brand voice, and one of its products, which is another field of the form. */
export function Voice({ name, value, options, registry }: WidgetProps) {
  const form = registry.formContext as FormOfRecords;
  const product = String(options['product']);
  return (
    <VoiceChoice
      company={value}
      product={form.settings[product] as number | null | undefined}
      onChange={(choice) => form.change({ [name]: choice.company, [product]: choice.product })}
    />
  );
}

/** Knowledge bases. */
export function Knowledge({ schema, value, rawErrors = [], onChange }: WidgetProps) {
  return (
    <KnowledgeChoice
      value={value ?? []}
      description={schema.description}
      most={schema.maxItems}
      error={rawErrors.join('\n') || undefined}
      onChange={onChange}
    />
  );
}

/** One of the newest case studies. */
export function CaseStudy({ id, label, required, value, rawErrors = [], onChange }: WidgetProps) {
  const say = useTexts(texts);
  const { data } = useQuery(listCaseStudiesOptions({ query: { per_page: MOST } }));
  return (
    <NativeSelect
      id={id}
      label={label}
      description={data?.data.length === 0 ? say.noCaseStudies : undefined}
      withAsterisk={required}
      aria-required={required}
      value={value ?? ''}
      error={rawErrors.join('\n') || undefined}
      data={[
        { value: '', label: '' },
        ...(data?.data ?? []).map((study) => ({
          value: String(study.id),
          label: study.attributes.case_study_title ?? study.attributes.company_name,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    />
  );
}
