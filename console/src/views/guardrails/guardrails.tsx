import { Alert, Button, Code, Group, Stack, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getGuardrailSettingsOptions,
  getGuardrailSettingsQueryKey,
  updateGuardrailSettingsMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GuardrailSettings } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { Page, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { fieldError } from '../../lib/form-props.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

/** Entries may contain commas. */
const ENTER_ONLY: string[] = [];

/** The rules that texts are checked by, and the words that a partner allows. */
export default function Guardrails() {
  const t = useTranslations(translations);
  const query = useQuery(getGuardrailSettingsOptions());
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryContent query={query}>
        {({ data: { attributes } }) => (
          <Stack maw={960}>
            <AllowedTerms settings={attributes} />
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
  // null while nothing is changed.
  const draft = useFormDraft<string[] | null>('guardrails', null);
  const { values: changed, change: setChanged } = draft;
  const update = useMutation({
    ...updateGuardrailSettingsMutation(),
    onSuccess: (response) => {
      queryClient.setQueryData(getGuardrailSettingsQueryKey(), response);
      notifications.show({ message: t.savedMessage });
    },
  });
  const save = (terms: string[]) =>
    update.mutate(
      { body: { allowed_terms: terms } },
      // Keeps what was typed while saving.
      { onSuccess: () => setChanged((current) => (current === terms ? null : current)) },
    );
  return (
    <Section title={t.allowed}>
      <Stack gap="sm">
        {!canEdit && <Alert variant="outline">{t.notAllowed}</Alert>}
        {canEdit && <DraftNote draft={draft} />}
        <TagsInput
          aria-label={t.allowed}
          description={t.allowedHint}
          splitChars={ENTER_ONLY}
          readOnly={!canEdit}
          value={changed ?? settings.allowed_terms}
          error={fieldError(update.error, 'allowed_terms')}
          onChange={setChanged}
        />
        {update.error && <ErrorAlert error={update.error} />}
        {canEdit && (
          <Group>
            <Button disabled={!changed} loading={update.isPending} onClick={() => changed && save(changed)}>
              {t.save}
            </Button>
            <Text size="sm" aria-live="polite">
              {changed && t.unsaved}
            </Text>
          </Group>
        )}
        {settings.updated_at && (
          <Text size="sm">
            {t.changed}: <DateTime at={settings.updated_at} />
          </Text>
        )}
      </Stack>
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
