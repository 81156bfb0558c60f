import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getCaseStudyOptions,
  getCaseStudyQueryKey,
  getCaseStudySchemaOptions,
  listCaseStudiesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateCaseStudy } from '../../api/generated/client/sdk.gen.ts';
import type { GetCaseStudyResponse, UpdateCaseStudyBody } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { Page } from '../../components/page.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { Actions, Advice } from './actions.tsx';
import { CaseStudyForm } from './case-study-form.tsx';
import { type CaseStudyFields, SUGGESTIBLE_FIELDS, type SuggestedField } from './model.ts';
import { CaseStudyStatus } from './status.tsx';
import { Suggestion } from './suggestion.tsx';
import { translations } from './translations.ts';

/** The form, and parts of the generated texts that the person has decided about. */
type Typed = CaseStudyFields & Pick<UpdateCaseStudyBody, 'generated_content'>;

const route = getRouteApi('/case-studies/$id');
/** Polling interval while the case study is being generated. */
const REFRESH_MS = 3_000;

/** A case study: form, AI suggestions and status. */
export default function CaseStudyView() {
  const id = Number(route.useParams().id);
  const t = useTranslations(translations);
  usePrefetchQuery(getCaseStudySchemaOptions());
  const query = useQuery({
    ...getCaseStudyOptions({ path: { id } }),
    refetchInterval: ({ state }) => (state.data?.meta?.generation.status === 'running' ? REFRESH_MS : false),
  });
  const attributes = query.data?.data.attributes;
  return (
    <Page
      title={attributes?.case_study_title ?? attributes?.company_name ?? t.title}
      actions={query.data && <Actions caseStudy={query.data.data} />}
    >
      <QueryContent query={query}>{(response) => <CaseStudy key={id} response={response} />}</QueryContent>
    </Page>
  );
}

function CaseStudy({ response: { data, meta } }: { response: GetCaseStudyResponse }) {
  const t = useTranslations(translations);
  const { attributes } = data;
  return (
    <Stack maw={960}>
      <Group gap="sm">
        <CaseStudyStatus status={attributes.status} />
        <Text size="sm">{attributes.company_name}</Text>
        <Text size="sm" c="dimmed">
          {t.changed} <DateTime at={attributes.updated_at} />
        </Text>
      </Group>
      {meta?.generation.status === 'failed' && (
        <Alert color="red" variant="outline" title={t.generationFailed}>
          {meta.generation.error?.message}
        </Alert>
      )}
      {attributes.returned_for && (
        <Alert color="orange" variant="outline" title={t.returned}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {attributes.returned_for}
          </Text>
        </Alert>
      )}
      {meta?.generation.status === 'running' ? (
        <Text aria-live="polite">{t.running}</Text>
      ) : (
        <>
          <Editor caseStudy={data} />
          <Advice content={attributes.generated_content} />
        </>
      )}
    </Stack>
  );
}

/** Keeps edits in a draft and sends only the changed fields, onto the version that they were made on. */
function Editor({ caseStudy }: { caseStudy: GetCaseStudyResponse['data'] }) {
  const { id, attributes } = caseStudy;
  const t = useTranslations(translations);
  const description = useQuery(getCaseStudySchemaOptions());
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content') && attributes.status !== 'validated';
  const [isAsking, setIsAsking] = useState(false);
  const path = { id };
  const form = useRecordForm({
    name: `case-studies/${id}`,
    path: `/partners/case-studies/${id}`,
    record: caseStudy,
    valuesOf: (record): Typed => record.attributes,
    bodyOf: (values): UpdateCaseStudyBody => values as UpdateCaseStudyBody,
    merged: ['generated_content'],
    read: async () => (await queryClient.fetchQuery({ ...getCaseStudyOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateCaseStudy({ path, body, headers, throwOnError: true }),
    onSaved: (answer, { status }) => {
      if (answer) queryClient.setQueryData(getCaseStudyQueryKey({ path }), answer.data);
      notifications.show({ message: t[messageKeyOf(status)] });
      return queryClient.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
    },
  });
  const changes: UpdateCaseStudyBody = canEdit ? form.changes : {};
  const fields: CaseStudyFields = canEdit ? form.values : attributes;
  // The export prefers the generated text, so it is cleared once the person has decided.
  const resolve = (field: SuggestedField, text: string) =>
    form.change({ [field]: text, generated_content: { ...changes.generated_content, [`${field}_enhanced`]: null } });
  const generated = { ...attributes.generated_content, ...changes.generated_content };
  const undecided = SUGGESTIBLE_FIELDS.filter((field) => {
    const text = generated[`${field}_enhanced`];
    return text && text !== (fields[field] ?? '');
  });
  /** Submits either texts, and clears the others, so that the export has what the fields show. */
  const submit = (isSuggested: boolean) => {
    setIsAsking(false);
    const texts = isSuggested ? undecided.map((field) => [field, generated[`${field}_enhanced`]]) : [];
    const cleared = SUGGESTIBLE_FIELDS.filter((field) => generated[`${field}_enhanced`]);
    form.save({
      ...Object.fromEntries(texts),
      status: 'submitted',
      ...(cleared.length > 0 && {
        generated_content: {
          ...changes.generated_content,
          ...Object.fromEntries(cleared.map((field) => [`${field}_enhanced`, null])),
        },
      }),
    });
  };
  return (
    <QueryContent query={description}>
      {(schema) => (
        <Stack>
          {!canEdit && <Alert variant="outline">{attributes.status === 'validated' ? t.frozen : t.notAllowed}</Alert>}
          {canEdit && <DraftNote draft={form.draft} />}
          <CaseStudyForm
            fields={fields}
            form={schema}
            error={form.error}
            readOnly={!canEdit}
            hasAnnouncement
            onChange={form.change}
            renderBelow={(field, label) =>
              canEdit && (
                <Suggestion
                  caseStudyId={id}
                  field={field}
                  label={label}
                  current={fields[field] ?? ''}
                  generatedText={{ ...attributes.generated_content, ...changes.generated_content }[`${field}_enhanced`]}
                  isUnsaved={form.isChanged}
                  onResolve={(text) => resolve(field, text)}
                />
              )
            }
          />
          <Dialog title={t.undecided} opened={isAsking} onClose={() => setIsAsking(false)}>
            <Stack>
              <Text size="sm">{t.undecidedText}</Text>
              <Group>
                <Button onClick={() => submit(false)}>{t.keepOwn}</Button>
                <Button variant="default" onClick={() => submit(true)}>
                  {t.takeSuggested}
                </Button>
              </Group>
            </Stack>
          </Dialog>
          <FormProblems form={form} labelOf={labelsIn(t)} />
          {canEdit && (
            <Group>
              <Button
                disabled={!form.isChanged}
                loading={form.isSaving}
                variant={attributes.status === 'draft' ? 'default' : 'filled'}
                onClick={() => form.save()}
              >
                {t.save}
              </Button>
              {attributes.status === 'draft' ? (
                <Button
                  disabled={!fields.case_study_title}
                  loading={form.isSaving}
                  onClick={() => (undecided.length > 0 ? setIsAsking(true) : submit(false))}
                >
                  {t.submit}
                </Button>
              ) : (
                <Button variant="default" loading={form.isSaving} onClick={() => form.save({ status: 'draft' })}>
                  {t.withdraw}
                </Button>
              )}
              <Text size="sm" aria-live="polite">
                {form.isChanged
                  ? t.unsaved
                  : attributes.status === 'draft' && !fields.case_study_title
                    ? t.submitHint
                    : ''}
              </Text>
            </Group>
          )}
        </Stack>
      )}
    </QueryContent>
  );
}

function messageKeyOf(status: UpdateCaseStudyBody['status']) {
  if (status === 'submitted') return 'submittedMessage';
  return status === 'draft' ? 'withdrawnMessage' : 'savedMessage';
}
