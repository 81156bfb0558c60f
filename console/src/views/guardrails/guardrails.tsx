import { Alert, Button, Code, Group, Stack, Switch, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getContentSettingsOptions,
  getContentSettingsQueryKey,
  getGuardrailSettingsOptions,
  getGuardrailSettingsQueryKey,
  updateContentSettingsMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateGuardrailSettings } from '../../api/generated/client/sdk.gen.ts';
import type { GuardrailSettings } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { Form } from '../../components/form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent, showError } from '../../components/states.tsx';
import { FormProblems } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { useMe, usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

/** Entries may contain commas. */
const ENTER_ONLY: string[] = [];

/** The rules that texts are checked by, and the words that a partner allows. */
export default function Guardrails() {
  const t = useTranslations(translations);
  const query = useQuery(getGuardrailSettingsOptions());
  usePrefetchQuery(getContentSettingsOptions());
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryContent query={query}>
        {({ data: { attributes } }) => (
          <Stack maw={960}>
            <AllowedTerms settings={attributes} />
            <ApprovalRule />
            <Rules rules={attributes.rules} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

type Settings = GuardrailSettings['attributes'];

function AllowedTerms({ settings }: { settings: Settings }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_companies');
  const form = useRecordForm({
    name: 'guardrails/terms',
    path: '/content-workflow/guardrails',
    record: settings,
    valuesOf: ({ allowed_terms }) => ({ allowed_terms }),
    bodyOf: (values) => values,
    read: async () =>
      (await queryClient.fetchQuery({ ...getGuardrailSettingsOptions(), staleTime: 0 })).data.attributes,
    send: ({ allowed_terms = [] }, headers) =>
      updateGuardrailSettings({ body: { allowed_terms }, headers, throwOnError: true }),
    onSaved: (answer) => {
      if (answer) queryClient.setQueryData(getGuardrailSettingsQueryKey(), answer.data);
      notifications.show({ message: t.savedMessage });
    },
  });
  return (
    <Section title={t.allowed}>
      <Form isSending={form.isSaving} onSubmit={() => form.save()}>
        <Stack gap="sm">
          {!canEdit && <Alert variant="outline">{t.notAllowed}</Alert>}
          {canEdit && <DraftNote draft={form.draft} />}
          <TagsInput
            aria-label={t.allowed}
            description={t.allowedHint}
            splitChars={ENTER_ONLY}
            readOnly={!canEdit}
            value={canEdit ? form.values.allowed_terms : settings.allowed_terms}
            error={fieldError(form.error, 'allowed_terms')}
            onChange={(terms) => form.change({ allowed_terms: terms })}
          />
          <FormProblems form={form} labelOf={() => t.allowed} />
          {canEdit && (
            <Group>
              <Button type="submit" disabled={!form.isChanged} loading={form.isSaving}>
                {t.save}
              </Button>
              <Text size="sm" aria-live="polite">
                {form.isChanged && t.unsaved}
              </Text>
            </Group>
          )}
          {settings.updated_at && (
            <Text size="sm">
              {t.changed}: <DateTime at={settings.updated_at} />
            </Text>
          )}
        </Stack>
      </Form>
    </Section>
  );
}

/** Whether content must be approved before it is ready or published. Owners and admins change it. */
function ApprovalRule() {
  const t = useTranslations(translations);
  const { role } = useMe();
  const queryClient = useQueryClient();
  const query = useQuery(getContentSettingsOptions());
  const update = useMutation({
    ...updateContentSettingsMutation(),
    onSuccess: (answer) => {
      queryClient.setQueryData(getContentSettingsQueryKey(), answer);
      notifications.show({ message: t.approvalMessage });
    },
    onError: showError,
  });
  return (
    <Section title={t.approval}>
      <QueryContent query={query}>
        {({ data: { attributes } }) => (
          <Switch
            label={t.requireApproval}
            description={t.requireApprovalHelp}
            checked={attributes.requires_approval}
            disabled={update.isPending || (role !== 'owner' && role !== 'admin')}
            onChange={(event) => update.mutate({ body: { requires_approval: event.currentTarget.checked } })}
          />
        )}
      </QueryContent>
    </Section>
  );
}

function Rules({ rules }: { rules: Settings['rules'] }) {
  const t = useTranslations(translations);
  return (
    <Section title={t.rules}>
      <DataTable
        label={t.rules}
        rows={rules.map((each) => ({ id: each.rule, ...each }))}
        columns={[
          { header: t.rule, cell: ({ rule }) => <Code>{rule}</Code> },
          { header: t.meaning, cell: ({ description }) => description, from: 'sm' },
          { header: t.consequence, cell: ({ action }) => t[action] },
          { header: t.canBeAllowed, cell: ({ can_be_allowed }) => (can_be_allowed ? t.yes : t.no), from: 'xs' },
        ]}
      />
    </Section>
  );
}
