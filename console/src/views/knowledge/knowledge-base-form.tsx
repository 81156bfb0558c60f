import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CreateKnowledgeBaseBody } from '../../api/generated/client/types.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { FormDraft } from '../../lib/form-draft.ts';
import { type FormProps, fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** The form of a knowledge base; with a draft, what was typed into it is kept. */
export function KnowledgeBaseForm({
  initial,
  draft,
  submit,
  error,
  isPending,
  onSubmit,
}: FormProps<CreateKnowledgeBaseBody> & { draft?: FormDraft<CreateKnowledgeBaseBody> }) {
  const t = useTranslations(translations);
  const [unkept, setUnkept] = useState(initial);
  const [body, setBody] = draft ? [draft.values, draft.change] : [unkept, setUnkept];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(body);
      }}
    >
      <Stack>
        {draft && <DraftNote draft={draft} />}
        <TextInput
          label={t.name}
          withAsterisk
          aria-required
          value={body.name}
          error={fieldError(error, 'name')}
          onChange={({ currentTarget: { value } }) => setBody((previous) => ({ ...previous, name: value }))}
        />
        <Textarea
          label={t.description}
          description={t.descriptionHint}
          autosize
          minRows={2}
          maxRows={8}
          value={body.description ?? ''}
          error={fieldError(error, 'description')}
          onChange={({ currentTarget: { value } }) =>
            setBody((previous) => ({ ...previous, description: value || null }))
          }
        />
        {error !== null && <ErrorAlert error={error} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
