import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  deleteBrandVoiceMutation,
  getBrandVoiceOptions,
  getBrandVoiceQueryKey,
  listBrandVoicesQueryKey,
  updateBrandVoiceMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { BrandVoice } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { useEditedVersion } from '../../components/edited-version.ts';
import { Page } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { VersionConflict } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
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

/** Keeps edits in a draft and sends only the changed fields, so that concurrent changes of others are kept. */
function Editor({ voice: { id, attributes } }: { voice: BrandVoice }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content');
  const draft = useFormDraft<Partial<Voice>>(`brand-voices/${id}`, {});
  const { values: changes, change: setChanges } = draft;
  const update = useMutation({
    ...updateBrandVoiceMutation(),
    onSuccess: (response) => {
      queryClient.setQueryData(getBrandVoiceQueryKey({ path: { id } }), response);
      notifications.show({ message: t.savedMessage });
      return queryClient.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  const isUnsaved = Object.keys(changes).length > 0;
  const version = useEditedVersion({
    path: `/content-workflow/brand-voices/${id}`,
    fields: attributes,
    isEditing: isUnsaved,
    reload: async () =>
      (await queryClient.fetchQuery({ ...getBrandVoiceOptions({ path: { id } }), staleTime: 0 })).data.attributes,
  });
  const save = () =>
    update.mutate(
      { path: { id }, body: changes, headers: version.headers() },
      {
        onSuccess: () => {
          version.settle();
          // Keeps what was typed while saving.
          setChanges((current) => (current === changes ? {} : current));
        },
        onError: async (error) => {
          if (await version.rebase(error, changes)) save();
        },
      },
    );
  return (
    <Stack maw={960}>
      {!canEdit && <Alert variant="outline">{t.notAllowed}</Alert>}
      {canEdit && <DraftNote draft={draft} />}
      <VoiceForm
        voice={{ ...attributes, ...changes }}
        error={update.error}
        readOnly={!canEdit}
        onChange={(next) => setChanges((previous) => ({ ...previous, ...next }))}
      />
      {version.clashes.length > 0 && (
        <VersionConflict
          clashes={version.clashes}
          labelOf={(field) => String(Reflect.get(t, field) ?? field)}
          isSaving={update.isPending}
          onKeep={save}
          onDiscard={() => {
            version.settle();
            update.reset();
            draft.clear();
          }}
        />
      )}
      {update.error && !version.isHandling(update.error) && <ErrorAlert error={update.error} />}
      {canEdit && (
        <Group>
          <Button disabled={!isUnsaved} loading={update.isPending} onClick={save}>
            {t.save}
          </Button>
          <Text size="sm" aria-live="polite">
            {isUnsaved && t.unsaved}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
