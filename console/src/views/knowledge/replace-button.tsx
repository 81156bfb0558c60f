import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getKnowledgeBaseDocumentQueryKey,
  listKnowledgeBaseDocumentsQueryKey,
  listKnowledgeBaseVersionsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { InputProblem } from '../../lib/error-help.ts';
import { translations } from './document-translations.ts';
import { ACCEPTED_TYPES, MAX_BYTES, replaceByFile } from './files.ts';
import { translations as baseTranslations } from './translations.ts';

/** Replaces the content of a document by that of a file. */
export function ReplaceButton({ document }: { document: KnowledgeDocument }) {
  const t = useTranslations(translations);
  const tBase = useTranslations(baseTranslations);
  const queryClient = useQueryClient();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { title, knowledge_base_id: id } = document.attributes;
  const replace = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) throw new InputProblem(tBase.tooLarge);
      return replaceByFile(document, file);
    },
    onSuccess: async ({ attributes: { status, replacement } }) => {
      setIsDialogOpen(false);
      const isSame = replacement === null && status !== 'pending';
      notifications.show({ message: isSame ? t.sameContent(title) : t.replacing(title) });
      const path = { id, document: document.id };
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: getKnowledgeBaseDocumentQueryKey({ path }) }),
        queryClient.invalidateQueries({ queryKey: listKnowledgeBaseVersionsQueryKey({ path }) }),
        queryClient.invalidateQueries({ queryKey: listKnowledgeBaseDocumentsQueryKey({ path: { id } }) }),
      ]);
    },
  });
  const open = () => {
    replace.reset();
    setIsDialogOpen(true);
  };
  return (
    <>
      <Button size="xs" variant="default" aria-label={t.replaceDocument(title)} onClick={open}>
        {t.replace}
      </Button>
      <Dialog title={t.replaceDocument(title)} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <Stack>
          <Text size="sm">{t.replaceText}</Text>
          <Text size="sm" c="dimmed">
            {tBase.uploadHint}
          </Text>
          {replace.error && <ErrorAlert error={replace.error} />}
          <Group>
            <FileButton accept={ACCEPTED_TYPES} onChange={(file) => file && replace.mutate(file)}>
              {(props) => (
                <Button {...props} loading={replace.isPending}>
                  {t.chooseFile}
                </Button>
              )}
            </FileButton>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
