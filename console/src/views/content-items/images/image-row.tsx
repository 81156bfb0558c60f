import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { getHotkeyHandler, useInViewport } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteContentImageMutation,
  listContentImagesQueryKey,
  updateContentImageMutation,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentImage } from '../../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../../components/confirm-button.tsx';
import { ErrorAlert } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { fieldError } from '../../../lib/form-props.ts';
import { translations } from './translations.ts';
import { referenceOf, useImageFile } from './use-images.ts';

/** Longest alternative text, characters. */
const MAX_ALT_TEXT = 500;

/** An image of an item with what can be done with it. */
export function ImageRow({ image, onInsert }: { image: ContentImage; onInsert: (markdown: string) => void }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { width, height, alt_text, markdown, content_item_id: id } = image.attributes;
  const name = t.image(String(referenceOf(image)));
  const [number, pixels] = [format.number, t.pixels];
  return (
    <Group component="li" wrap="nowrap" align="start" aria-label={name}>
      <Thumbnail image={image} />
      <Stack gap="xs" flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {pixels(number(width), number(height))}
          </Text>
          {alt_text === '' && (
            <Badge color="orange" variant="outline" tt="none">
              {t.altMissing}
            </Badge>
          )}
        </Group>
        <AltText image={image} />
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t.insertImage(name)} onClick={() => onInsert(markdown)}>
            {t.insert}
          </Button>
          <DeleteButton
            size="xs"
            label={t.remove}
            aria-label={t.removeImage(name)}
            question={t.removeQuestion}
            confirmLabel={t.removeConfirm}
            message={t.removed}
            mutation={deleteContentImageMutation()}
            variables={{ path: { id, image: image.id } }}
            listKey={listContentImagesQueryKey({ path: { id } })}
          />
        </Group>
      </Stack>
    </Group>
  );
}

/** The image as it is, small; read once it is in sight, since an item may have fifty. */
function Thumbnail({ image }: { image: ContentImage }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data } = useImageFile(image, 'small', { enabled: inViewport });
  return (
    <div ref={ref} className="thumbnail">
      {data !== undefined && <img src={data} alt={image.attributes.alt_text} />}
    </div>
  );
}

/** The alternative text, saved by Enter or when the field is left. */
function AltText({ image: { id: image, attributes } }: { image: ContentImage }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { alt_text, content_item_id: id } = attributes;
  /** Undefined: nothing was typed since it was saved. */
  const [typed, setTyped] = useState<string>();
  const save = useMutation({
    ...updateContentImageMutation(),
    onSuccess: async (_answer, { body }) => {
      notifications.show({ message: t.altSaved });
      await queryClient.invalidateQueries({ queryKey: listContentImagesQueryKey({ path: { id } }) });
      setTyped((now) => (now?.trim() === body.alt_text ? undefined : now));
    },
  });
  const text = typed?.trim();
  const isSent = save.isPending && save.variables.body.alt_text === text;
  const send = () => {
    if (text !== undefined && text !== alt_text && !isSent)
      save.mutate({ path: { id, image }, body: { alt_text: text } });
  };
  const problem = fieldError(save.error, 'alt_text');
  return (
    <>
      <TextInput
        label={t.altText}
        description={t.altHint}
        value={typed ?? alt_text}
        maxLength={MAX_ALT_TEXT}
        error={problem}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={send}
        onKeyDown={getHotkeyHandler([['Enter', send]])}
      />
      {save.error && !problem && <ErrorAlert error={save.error} />}
    </>
  );
}
