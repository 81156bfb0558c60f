import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  deleteBrandVoiceMutation,
  getBrandVoiceOptions,
  getBrandVoiceQueryKey,
  listBrandVoicesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateBrandVoice } from '../../api/generated/client/sdk.gen.ts';
import type { BrandVoice } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import type { Voice } from './model.ts';
import { translations } from './translations.ts';
import { VoiceForm } from './voice-form.tsx';

const route = getRouteApi('/brand-voices/$id');

/** A brand voice with its form. */
export default function BrandVoiceView() {
  const id = Number(route.useParams().id);
  const t = useTranslations(translations);
  const query = useQuery(getBrandVoiceOptions({ path: { id } }));
  return (
    <Page
      isForm
      title={query.data?.data.attributes.name ?? t.title}
      actions={query.data && <DeleteBrandVoice id={id} />}
    >
      <QueryContent query={query}>{({ data }) => <Editor key={id} voice={data} />}</QueryContent>
    </Page>
  );
}

function DeleteBrandVoice({ id }: { id: number }) {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  if (!canEdit) return null;
  return (
    <DeleteButton
      label={t.remove}
      question={t.removeQuestion}
      confirmLabel={t.removeConfirm}
      message={t.removedMessage}
      mutation={deleteBrandVoiceMutation()}
      variables={{ path: { id } }}
      listKey={listBrandVoicesQueryKey()}
      to="/brand-voices"
    />
  );
}

/** Keeps edits in a draft and sends only the changed fields, onto the version that they were made on. */
function Editor({ voice }: { voice: BrandVoice }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content');
  const path = { id: voice.id };
  const form = useRecordForm({
    name: `brand-voices/${voice.id}`,
    path: `/content-workflow/brand-voices/${voice.id}`,
    record: voice,
    valuesOf: ({ attributes }): Voice => attributes,
    bodyOf: (values) => values,
    read: async () => (await queryClient.fetchQuery({ ...getBrandVoiceOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateBrandVoice({ path, body, headers, throwOnError: true }),
    onSaved: (answer) => {
      if (answer) queryClient.setQueryData(getBrandVoiceQueryKey({ path }), answer.data);
      notifications.show({ message: t.savedMessage });
      return queryClient.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  return (
    <Form isSending={form.isSaving} noValidate onSubmit={() => form.save()}>
      <Stack maw={960}>
        {!canEdit && <Alert variant="outline">{t.notAllowed}</Alert>}
        {canEdit && <DraftNote draft={form.draft} />}
        <VoiceForm voice={form.values} error={form.error} readOnly={!canEdit} onChange={form.change} />
        <FormProblems form={form} labelOf={labelsIn(t)} />
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
      </Stack>
    </Form>
  );
}
