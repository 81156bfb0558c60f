import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listKnowledgeBaseDocumentsQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { addKnowledgeBaseDocument } from '../../api/generated/client/sdk.gen.ts';
import type { AddKnowledgeBaseDocumentBody } from '../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** File extensions that the API accepts. */
const ACCEPTED_TYPES = '.txt,.text,.md,.markdown,.pdf,.docx';
/** Maximum file size of the API. */
const MAX_BYTES = 5 * 1_048_576;

/** Uploads files one by one. A failed one does not stop the others. */
export function Upload({ base }: { base: number }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        const onError = (error: unknown) => showUploadError(t.notAdded(file.name), error);
        if (file.size > MAX_BYTES) onError(new Error(t.tooLarge));
        else await upload(base, file).catch(onError);
      }
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id: base } }) }),
  });
  return (
    <FileButton multiple accept={ACCEPTED_TYPES} onChange={(files) => add.mutate(files)}>
      {(props) => (
        <Button {...props} loading={add.isPending}>
          {t.upload}
        </Button>
      )}
    </FileButton>
  );
}

/** Sent as form data, because base64 in JSON is a third larger. The generated client only knows JSON. */
async function upload(id: number, file: File): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  await addKnowledgeBaseDocument({
    path: { id },
    body: form as unknown as AddKnowledgeBaseDocumentBody,
    bodySerializer: (body: unknown) => body as FormData,
    // The browser sets it, with the boundary.
    headers: { 'Content-Type': null },
    throwOnError: true,
  });
}

/** Shows which file was rejected and why, until it is closed. */
function showUploadError(title: string, error: unknown): void {
  notifications.show({
    title,
    message: <ErrorAlert error={error} />,
    autoClose: false,
    withBorder: true,
    color: 'red',
  });
}
