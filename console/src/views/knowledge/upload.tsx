import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listKnowledgeBaseDocumentsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { addKnowledgeBaseDocument } from '../../api/generated/client/sdk.gen.ts';
import type { AddKnowledgeBaseDocumentBody } from '../../api/generated/client/types.gen.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** What the API takes, by the ends of their names. */
const ENDINGS = '.txt,.text,.md,.markdown,.pdf,.docx';
/** As much as the API takes of one. */
const MAX_BYTES = 5 * 1_048_576;

/** Adds files of the person's machine, one after the other; what is wrong with one keeps no other back. */
export function Upload({ base }: { base: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        const refused = (error: unknown) => showRefusal(say.notAdded(file.name), error);
        if (file.size > MAX_BYTES) refused(new Error(say.tooLarge));
        else await upload(base, file).catch(refused);
      }
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id: base } }) }),
  });
  return (
    <FileButton multiple accept={ENDINGS} onChange={(files) => add.mutate(files)}>
      {(props) => (
        <Button {...props} loading={add.isPending}>
          {say.upload}
        </Button>
      )}
    </FileButton>
  );
}

/** As a form: in JSON a file would be a third larger, and the largest would not be taken. The client knows the JSON only. */
async function upload(id: number, file: File): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  await addKnowledgeBaseDocument({
    path: { id },
    body: form as unknown as AddKnowledgeBaseDocumentBody,
    bodySerializer: (body: unknown) => body as FormData,
    // The browser adds it, with the boundary of the parts.
    headers: { 'Content-Type': null },
    throwOnError: true,
  });
}

/** Which file was not taken, and why; it stays until it is closed. */
function showRefusal(title: string, error: unknown): void {
  notifications.show({
    title,
    message: <ErrorNotice error={error} />,
    autoClose: false,
    withBorder: true,
    color: 'red',
  });
}
