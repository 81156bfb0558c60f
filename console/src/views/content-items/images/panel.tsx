import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { listContentImagesQueryKey } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { Section } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/states.tsx';
import { UploadButton } from '../../../components/upload-button.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { insertText, type TextField } from '../text-field.ts';
import { ImageRow } from './image-row.tsx';
import { translations } from './translations.ts';
import { ACCEPTED_TYPES, addImage, MAX_BYTES, useImages } from './use-images.ts';

/** The images of an item: added, described, put into the text and deleted. */
export default function ImagesPanel({ item: { id }, field }: { item: ContentItem; field: TextField }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const query = useImages(id);
  const insert = (markdown: string) => {
    const input = field.ref.current;
    if (input) insertText(input, markdown + breakAfter(input));
  };
  const upload = async (file: File) => {
    if (!(await addImage(id, file))) notifications.show({ message: t.addedAlready });
  };
  return (
    <Section
      title={t.title}
      actions={
        <UploadButton
          label={t.upload}
          variant="default"
          accept={ACCEPTED_TYPES}
          maxBytes={MAX_BYTES}
          text={t}
          upload={upload}
          onSettled={() => queryClient.invalidateQueries({ queryKey: listContentImagesQueryKey({ path: { id } }) })}
        />
      }
    >
      <Text size="sm" c="dimmed" maw={720} mb="sm">
        {t.lead}
      </Text>
      <QueryContent query={query}>
        {(images) =>
          images.length === 0 ? (
            <Text size="sm">
              {t.empty}. {t.emptyText}
            </Text>
          ) : (
            <Stack component="ul" className="unstyled" aria-label={t.list}>
              {images.map((image) => (
                <ImageRow key={image.id} image={image} onInsert={insert} />
              ))}
            </Stack>
          )
        }
      </QueryContent>
    </Section>
  );
}

/** What parts an image at the beginning of a line from the words behind it, which may be a heading. */
function breakAfter({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  const isAtBeginning = selectionStart === 0 || value[selectionStart - 1] === '\n';
  const next = value[selectionEnd];
  return isAtBeginning && next !== undefined && next !== '\n' ? '\n\n' : '';
}
