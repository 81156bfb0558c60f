import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CreateKnowledgeBaseBody } from '../../api/generated/client/types.gen.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { texts } from './texts.ts';

/** What a knowledge base is called, and what is in it. */
export function BaseForm({
  initial,
  submit,
  error,
  isPending,
  onSubmit,
}: {
  initial: CreateKnowledgeBaseBody;
  /** What the button says. */
  submit: string;
  /** What the API has said of the last try. */
  error: unknown;
  isPending: boolean;
  onSubmit: (body: CreateKnowledgeBaseBody) => void;
}) {
  const say = useTexts(texts);
  const [body, setBody] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(body);
      }}
    >
      <Stack>
        <TextInput
          label={say.name}
          withAsterisk
          aria-required
          value={body.name}
          error={fieldError(error, 'name')}
          onChange={({ currentTarget: { value } }) => setBody((before) => ({ ...before, name: value }))}
        />
        <Textarea
          label={say.description}
          description={say.descriptionHint}
          autosize
          minRows={2}
          maxRows={8}
          value={body.description ?? ''}
          error={fieldError(error, 'description')}
          onChange={({ currentTarget: { value } }) => setBody((before) => ({ ...before, description: value || null }))}
        />
        {error !== null && <ErrorNotice error={error} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
