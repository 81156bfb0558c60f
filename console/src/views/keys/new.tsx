import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createKeyMutation, listKeysQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { KeyFields } from './form.tsx';
import { NEW_KEY, settingsOf } from './model.ts';
import { NewSecret } from './secret.tsx';
import { translations } from './translations.ts';

/** Makes a key and shows its text once. */
export default function NewKey() {
  const t = useTranslations(translations);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // The settings of a key are no secret; its text is never kept.
  const draft = useFormDraft('keys/new', NEW_KEY);
  const { values } = draft;
  const create = useMutation({
    ...createKeyMutation(),
    // The text of a key is kept no longer than its page is open.
    gcTime: 0,
    onSuccess: () => {
      draft.clear();
      return queryClient.invalidateQueries({ queryKey: listKeysQueryKey() });
    },
  });
  if (create.data?.plaintext) {
    const { data, plaintext } = create.data;
    return (
      <Page title={data.name}>
        <NewSecret
          plaintext={plaintext}
          onDone={() => void navigate({ to: '/keys/$id', params: { id: String(data.id) } })}
        />
      </Page>
    );
  }
  return (
    <Page title={t.newTitle} lead={t.lead}>
      <Form
        isSending={create.isPending}
        onSubmit={() => create.mutate({ body: { ...settingsOf(values), sandbox: values.sandbox } })}
      >
        <Stack>
          <DraftNote draft={draft} />
          <KeyFields values={values} onChange={draft.change} error={create.error} isNew />
          {create.error && <ErrorAlert error={create.error} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t.make}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Page>
  );
}
