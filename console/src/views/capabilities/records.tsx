import type { WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { listCaseStudiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { KnowledgeChoice } from '../../components/knowledge-choice.tsx';
import { MOST_CHOICES, RecordSelect } from '../../components/record-select.tsx';
import { VoiceChoice } from '../../components/voice-choice.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

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
  const { data } = useQuery(listCaseStudiesOptions({ query: { per_page: MOST_CHOICES } }));
  return (
    <RecordSelect
      id={id}
      label={label}
      description={data?.data.length === 0 ? say.noCaseStudies : undefined}
      withAsterisk={required}
      aria-required={required}
      error={rawErrors.join('\n') || undefined}
      none=""
      records={(data?.data ?? []).map(({ id: study, attributes: { case_study_title: title, company_name } }) => ({
        id: study,
        name: title ?? company_name,
      }))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
