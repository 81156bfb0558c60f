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
import { ClosedPage, Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { VoiceChoice } from '../../components/voice-choice.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { usePrice } from '../../lib/price.ts';
import { useMay } from '../../shell/me.ts';
import { StoryForm } from './story-form.tsx';
import { texts } from './texts.ts';
import { EMPTY, type Story } from './words.ts';

type Material = Pick<GenerateCaseStudyBody, 'brand_voice_company_id' | 'brand_voice_product_id' | 'additional_context'>;

/** The form of a new case study, which is saved as it is, or written by the AI. */
export function NewCaseStudy() {
  const say = useTexts(texts);
  const form = useQuery(getCaseStudySchemaOptions());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('manage_content');
  const price = usePrice('case_study_generation');
  const [story, setStory] = useState(EMPTY);
  const [material, setMaterial] = useState<Material>({});
  const show = async ({ data }: { data: CaseStudyDetail }) => {
    await navigate({ to: '/case-studies/$id', params: { id: String(data.id) } });
    await queries.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
  };
  const create = useMutation({ ...createCaseStudyMutation(), onSuccess: show });
  const generate = useMutation({ ...generateCaseStudyMutation(), onSuccess: show });
  const isSending = create.isPending || generate.isPending;
  const error = create.error ?? generate.error;
  if (!mayChange) return <ClosedPage title={say.newOne} reason={say.notAllowed} />;
  return (
    <Page title={say.newOne}>
      <Loaded query={form}>
        {(description) => (
          <Stack maw={960}>
            <StoryForm
              story={story}
              form={description}
              error={error}
              withAnnouncement={false}
              onChange={(changes) => setStory((before) => ({ ...before, ...changes }))}
            />
            <Section title={say.generate}>
              <Stack gap="sm">
                <Text size="sm">{say.generateText}</Text>
                <VoiceChoice
                  company={material.brand_voice_company_id}
                  product={material.brand_voice_product_id}
                  onChange={({ company, product }) =>
                    setMaterial((before) => ({
                      ...before,
                      brand_voice_company_id: company,
                      brand_voice_product_id: product,
                    }))
                  }
                />
                <Textarea
                  label={say.context}
                  autosize
                  minRows={2}
                  maxRows={12}
                  value={material.additional_context ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setMaterial((before) => ({ ...before, additional_context: value || null }))
                  }
                />
                {generate.isPending && (
                  <Text size="sm" aria-live="polite">
                    {say.generating}
                  </Text>
                )}
              </Stack>
            </Section>
            {Boolean(error) && <ErrorNotice error={error} />}
            <Group>
              <Button
                loading={generate.isPending}
                disabled={isSending}
                onClick={() => {
                  create.reset();
                  generate.mutate({ body: { ...bodyOf(story), ...material } });
                }}
              >
                {price ? say.generateFor(price) : say.generate}
              </Button>
              <Button
                variant="default"
                loading={create.isPending}
                disabled={isSending}
                onClick={() => {
                  generate.reset();
                  create.mutate({ body: bodyOf(story) });
                }}
              >
                {say.saveDraft}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** The words of the lists are the API's own, which its schema names one by one. */
function bodyOf({ case_study_title: _title, short_description: _description, ...story }: Story): GenerateCaseStudyBody {
  return story as GenerateCaseStudyBody;
}
