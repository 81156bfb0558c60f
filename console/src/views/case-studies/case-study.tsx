import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getCaseStudyOptions,
  getCaseStudyQueryKey,
  getCaseStudySchemaOptions,
  listCaseStudiesQueryKey,
  updateCaseStudyMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetCaseStudyResponse, UpdateCaseStudyBody } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { useEditedVersion } from '../../components/edited-version.ts';
import { Page } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { VersionConflict } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { usePermission } from '../../shell/me.ts';
import { Actions, Advice } from './actions.tsx';
import { CaseStudyForm } from './case-study-form.tsx';
import { type CaseStudyFields, SUGGESTIBLE_FIELDS, type SuggestedField } from './model.ts';
import { CaseStudyStatus } from './status.tsx';
import { Suggestion } from './suggestion.tsx';
import { translations } from './translations.ts';

type Changes = Partial<CaseStudyFields> & Pick<UpdateCaseStudyBody, 'generated_content'>;

const NONE: Changes = {};

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

/** Keeps edits in a draft and sends only the changed fields, so that concurrent changes of others are kept. */
function Editor({ caseStudy: { id, attributes } }: { caseStudy: GetCaseStudyResponse['data'] }) {
  const t = useTranslations(translations);
  const form = useQuery(getCaseStudySchemaOptions());
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content');
  const draft = useFormDraft<Changes>(`case-studies/${id}`, NONE);
  const isFrozen = attributes.status === 'validated';
  const { change: setChanges } = draft;
  const changes = isFrozen || !canEdit ? NONE : draft.values;
  const [isAsking, setIsAsking] = useState(false);
  const update = useMutation({
    ...updateCaseStudyMutation(),
    onSuccess: (response, { body }) => {
      queryClient.setQueryData(getCaseStudyQueryKey({ path: { id } }), response);
      notifications.show({ message: t[messageKeyOf(body?.status)] });
      return queryClient.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
    },
  });
  const isUnsaved = Object.keys(changes).length > 0;
  const version = useEditedVersion({
    path: `/partners/case-studies/${id}`,
    fields: attributes,
    isEditing: isUnsaved,
    reload: async () =>
      (await queryClient.fetchQuery({ ...getCaseStudyOptions({ path: { id } }), staleTime: 0 })).data.attributes,
  });
  const send = (next: UpdateCaseStudyBody = {}) =>
    update.mutate(
      { path: { id }, body: { ...(changes as UpdateCaseStudyBody), ...next }, headers: version.headers() },
      {
        onSuccess: () => {
          version.settle();
          // Keeps what was typed while saving.
          setChanges((current) => (current === changes ? {} : current));
        },
        onError: async (error) => {
          // Generated texts are merged by the API. Nobody submits what they have not seen.
          const { generated_content: _merged, ...typed } = changes;
          if ((await version.rebase(error, typed)) && next.status === undefined) send();
        },
      },
    );
  const fields: CaseStudyFields = { ...attributes, ...changes };
  const change = (next: Partial<CaseStudyFields>) => setChanges((previous) => ({ ...previous, ...next }));
  // The export prefers the generated text, so it is cleared once the person has decided.
  const resolve = (field: SuggestedField, text: string) =>
    setChanges((previous) => ({
      ...previous,
      [field]: text,
      generated_content: { ...previous.generated_content, [`${field}_enhanced`]: null },
    }));
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
    send({
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
    <QueryContent query={form}>
      {(description) => (
        <Stack>
          {isFrozen && <Alert variant="outline">{t.frozen}</Alert>}
          {!canEdit && <Alert variant="outline">{t.notAllowed}</Alert>}
          {canEdit && !isFrozen && <DraftNote draft={draft} />}
          <CaseStudyForm
            fields={fields}
            form={description}
            error={update.error}
            readOnly={isFrozen || !canEdit}
            hasAnnouncement
            onChange={change}
            renderBelow={(field, label) =>
              canEdit &&
              !isFrozen && (
                <Suggestion
                  caseStudyId={id}
                  field={field}
                  label={label}
                  current={fields[field] ?? ''}
                  generatedText={{ ...attributes.generated_content, ...changes.generated_content }[`${field}_enhanced`]}
                  isUnsaved={isUnsaved}
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
          {version.clashes.length > 0 && (
            <VersionConflict
              clashes={version.clashes}
              labelOf={(field) => String(Reflect.get(t, field) ?? field)}
              isSaving={update.isPending}
              onKeep={() => send()}
              onDiscard={() => {
                version.settle();
                update.reset();
                draft.clear();
              }}
            />
          )}
          {update.error && !version.isHandling(update.error) && <ErrorAlert error={update.error} />}
          {canEdit && !isFrozen && (
            <Group>
              <Button
                disabled={!isUnsaved}
                loading={update.isPending}
                variant={attributes.status === 'draft' ? 'default' : 'filled'}
                onClick={() => send()}
              >
                {t.save}
              </Button>
              {attributes.status === 'draft' ? (
                <Button
                  disabled={!fields.case_study_title}
                  loading={update.isPending}
                  onClick={() => (undecided.length > 0 ? setIsAsking(true) : submit(false))}
                >
                  {t.submit}
                </Button>
              ) : (
                <Button variant="default" loading={update.isPending} onClick={() => send({ status: 'draft' })}>
                  {t.withdraw}
                </Button>
              )}
              <Text size="sm" aria-live="polite">
                {isUnsaved ? t.unsaved : attributes.status === 'draft' && !fields.case_study_title ? t.submitHint : ''}
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
