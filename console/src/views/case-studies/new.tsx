import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createCaseStudyMutation,
  generateCaseStudyMutation,
  getCaseStudySchemaOptions,
  listCaseStudiesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CaseStudyDetail, GenerateCaseStudyBody } from '../../api/generated/client/types.gen.ts';
import { BrandVoiceSelect } from '../../components/brand-voice-select.tsx';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePrice } from '../../lib/price.ts';
import { usePermission } from '../../shell/me.ts';
import { CaseStudyForm } from './case-study-form.tsx';
import { type CaseStudyFields, EMPTY_CASE_STUDY } from './model.ts';
import { translations } from './translations.ts';

type GenerationOptions = Pick<
  GenerateCaseStudyBody,
  'brand_voice_company_id' | 'brand_voice_product_id' | 'additional_context'
>;

/** The form of a new case study, which is saved as it is, or written by the AI. */
export default function NewCaseStudy() {
  const t = useTranslations(translations);
  const form = useQuery(getCaseStudySchemaOptions());
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canEdit = usePermission('manage_content');
  const price = usePrice('case_study_generation');
  const [fields, setFields] = useState(EMPTY_CASE_STUDY);
  const [options, setOptions] = useState<GenerationOptions>({});
  const show = async ({ data }: { data: CaseStudyDetail }) => {
    await navigate({ to: '/case-studies/$id', params: { id: String(data.id) } });
    await queryClient.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
  };
  const create = useMutation({ ...createCaseStudyMutation(), onSuccess: show });
  const generate = useMutation({ ...generateCaseStudyMutation(), onSuccess: show });
  const isSending = create.isPending || generate.isPending;
  const error = create.error ?? generate.error;
  if (!canEdit) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page title={t.addNew}>
      <QueryContent query={form}>
        {(description) => (
          <Stack maw={960}>
            <CaseStudyForm
              fields={fields}
              form={description}
              error={error}
              hasAnnouncement={false}
              onChange={(changes) => setFields((before) => ({ ...before, ...changes }))}
            />
            <Section title={t.generate}>
              <Stack gap="sm">
                <Text size="sm">{t.generateText}</Text>
                <BrandVoiceSelect
                  company={options.brand_voice_company_id}
                  product={options.brand_voice_product_id}
                  onChange={({ company, product }) =>
                    setOptions((before) => ({
                      ...before,
                      brand_voice_company_id: company,
                      brand_voice_product_id: product,
                    }))
                  }
                />
                <Textarea
                  label={t.context}
                  autosize
                  minRows={2}
                  maxRows={12}
                  value={options.additional_context ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setOptions((before) => ({ ...before, additional_context: value || null }))
                  }
                />
                {generate.isPending && (
                  <Text size="sm" aria-live="polite">
                    {t.generating}
                  </Text>
                )}
              </Stack>
            </Section>
            {Boolean(error) && <ErrorAlert error={error} />}
            <Group>
              <Button
                loading={generate.isPending}
                disabled={isSending}
                onClick={() => {
                  create.reset();
                  generate.mutate({ body: { ...bodyOf(fields), ...options } });
                }}
              >
                {price ? t.generateFor(price) : t.generate}
              </Button>
              <Button
                variant="default"
                loading={create.isPending}
                disabled={isSending}
                onClick={() => {
                  generate.reset();
                  create.mutate({ body: bodyOf(fields) });
                }}
              >
                {t.saveDraft}
              </Button>
            </Group>
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

/** The words of the lists are the API's own, which its schema names one by one. */
function bodyOf({
  case_study_title: _title,
  short_description: _description,
  ...fields
}: CaseStudyFields): GenerateCaseStudyBody {
  return fields as GenerateCaseStudyBody;
}
