import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CreateKnowledgeBaseBody } from '../../api/generated/client/types.gen.ts';
import { DraftNote, type RestoredDraft } from '../../components/draft-note.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** What the form of a knowledge base has. */
export type KnowledgeBaseFields = Required<Pick<CreateKnowledgeBaseBody, 'name' | 'description'>>;

/** The form of a knowledge base. */
export function KnowledgeBaseForm({
  fields,
  draft,
  submit,
  error,
  problems,
  isPending,
  onChange,
  onSubmit,
}: {
  fields: KnowledgeBaseFields;
  draft: RestoredDraft;
  submit: string;
  error: unknown;
  /** What stands above the button. */
  problems: ReactNode;
  isPending: boolean;
  onChange: (changes: Partial<KnowledgeBaseFields>) => void;
  onSubmit: () => void;
}) {
  const t = useTranslations(translations);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={t.name}
          withAsterisk
          aria-required
          value={fields.name}
          error={fieldError(error, 'name')}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
        <Textarea
          label={t.description}
          description={t.descriptionHint}
          autosize
          minRows={2}
          maxRows={8}
          value={fields.description ?? ''}
          error={fieldError(error, 'description')}
          onChange={({ currentTarget: { value } }) => onChange({ description: value || null })}
        />
        {problems}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
