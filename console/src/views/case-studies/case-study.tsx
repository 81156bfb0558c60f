import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Actions } from './actions.tsx';
import { Advice } from './advice.tsx';
import { CaseStudyStatus } from './status.tsx';
import { StoryForm } from './story-form.tsx';
import { Suggestion } from './suggestion.tsx';
import { texts } from './texts.ts';
import type { Story, SuggestedField } from './words.ts';

type Changes = Partial<Story> & Pick<UpdateCaseStudyBody, 'generated_content'>;

const route = getRouteApi('/case-studies/$id');
/** While the case study is being written, it is asked for this often. */
const REFRESH_MS = 3_000;

/** A case study: what was told, what the AI suggests, and where it stands. */
export function CaseStudyView() {
  const id = Number(route.useParams().id);
  const say = useTexts(texts);
  const query = useQuery({
    ...getCaseStudyOptions({ path: { id } }),
    refetchInterval: ({ state }) => (state.data?.meta?.generation.status === 'running' ? REFRESH_MS : false),
  });
  const attributes = query.data?.data.attributes;
  return (
    <Page
      title={attributes?.case_study_title ?? attributes?.company_name ?? say.title}
      actions={query.data && <Actions caseStudy={query.data.data} />}
    >
      <Loaded query={query}>{(answer) => <CaseStudy key={id} answer={answer} />}</Loaded>
    </Page>
  );
}

function CaseStudy({ answer: { data, meta } }: { answer: GetCaseStudyResponse }) {
  const say = useTexts(texts);
  const { attributes } = data;
  return (
    <Stack maw={960}>
      <Group gap="sm">
        <CaseStudyStatus status={attributes.status} />
        <Text size="sm">{attributes.company_name}</Text>
        <Text size="sm" c="dimmed">
          {say.changed} <Moment at={attributes.updated_at} />
        </Text>
      </Group>
      {meta?.generation.status === 'failed' && (
        <Alert color="red" variant="outline" title={say.generationFailed}>
          {meta.generation.error?.message}
        </Alert>
      )}
      {meta?.generation.status === 'running' ? (
        <Text aria-live="polite">{say.running}</Text>
      ) : (
        <>
          <Editor caseStudy={data} />
          <Advice content={attributes.generated_content} />
        </>
      )}
    </Stack>
  );
}

/** The form over what is stored: only what was changed here is sent, so that what others change meanwhile stays. */
function Editor({ caseStudy: { id, attributes } }: { caseStudy: GetCaseStudyResponse['data'] }) {
  const say = useTexts(texts);
  const form = useQuery(getCaseStudySchemaOptions());
  const queries = useQueryClient();
  const mayChange = useMay('manage_content');
  const [changes, setChanges] = useState<Changes>({});
  const update = useMutation({
    ...updateCaseStudyMutation(),
    onSuccess: (answer, { body }) => {
      queries.setQueryData(getCaseStudyQueryKey({ path: { id } }), answer);
      notifications.show({ message: say[saidOf(body?.status)] });
      return queries.invalidateQueries({ queryKey: listCaseStudiesQueryKey() });
    },
  });
  const send = (more: UpdateCaseStudyBody = {}) =>
    update.mutate(
      { path: { id }, body: { ...(changes as UpdateCaseStudyBody), ...more } },
      // What is written meanwhile is not saved yet.
      { onSuccess: () => setChanges((now) => (now === changes ? {} : now)) },
    );
  const isUnsaved = Object.keys(changes).length > 0;
  const isFrozen = attributes.status === 'validated';
  const story: Story = { ...attributes, ...changes };
  const change = (more: Partial<Story>) => setChanges((before) => ({ ...before, ...more }));
  // The export takes what the AI wrote as long as it is there, so it goes once a text is decided on.
  const decide = (field: SuggestedField, text: string) =>
    setChanges((before) => ({
      ...before,
      [field]: text,
      generated_content: { ...before.generated_content, [`${field}_enhanced`]: null },
    }));
  return (
    <Loaded query={form}>
      {(description) => (
        <Stack>
          {isFrozen && <Alert variant="outline">{say.frozen}</Alert>}
          {!mayChange && <Alert variant="outline">{say.notAllowed}</Alert>}
          <StoryForm
            story={story}
            form={description}
            error={update.error}
            readOnly={isFrozen || !mayChange}
            withAnnouncement
            onChange={change}
            below={(field, label) =>
              mayChange &&
              !isFrozen && (
                <Suggestion
                  caseStudyId={id}
                  field={field}
                  label={label}
                  current={story[field] ?? ''}
                  written={{ ...attributes.generated_content, ...changes.generated_content }[`${field}_enhanced`]}
                  isUnsaved={isUnsaved}
                  onDecide={(text) => decide(field, text)}
                />
              )
            }
          />
          {update.error && <ErrorNotice error={update.error} />}
          {mayChange && !isFrozen && (
            <Group>
              <Button
                disabled={!isUnsaved}
                loading={update.isPending}
                variant={attributes.status === 'draft' ? 'default' : 'filled'}
                onClick={() => send()}
              >
                {say.save}
              </Button>
              {attributes.status === 'draft' ? (
                <Button
                  disabled={!story.case_study_title}
                  loading={update.isPending}
                  onClick={() => send({ status: 'submitted' })}
                >
                  {say.submit}
                </Button>
              ) : (
                <Button variant="default" loading={update.isPending} onClick={() => send({ status: 'draft' })}>
                  {say.takeBack}
                </Button>
              )}
              <Text size="sm" aria-live="polite">
                {isUnsaved
                  ? say.unsaved
                  : attributes.status === 'draft' && !story.case_study_title
                    ? say.submitHint
                    : ''}
              </Text>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function saidOf(status: UpdateCaseStudyBody['status']) {
  if (status === 'submitted') return 'submittedNow';
  return status === 'draft' ? 'takenBackNow' : 'savedNow';
}
