import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getContentItemOptions, getKanbanBoardOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { showImagesOf } from '../content-items/images/show-images.tsx';
import { firstImage } from './first-image.ts';
import { translations } from './translations.ts';

/** The content item that an event publishes: its title, how it begins, and the first image that it shows. */
export function Content({ id }: { id: number }) {
  const t = useTranslations(translations);
  const item = useQuery(getContentItemOptions({ path: { id } })).data?.data.attributes;
  const image = item && firstImage(item.body);
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t.content}:{' '}
        <Link to="/content/$id" params={{ id: String(id) }}>
          {item?.title ?? `#${id}`}
        </Link>
      </Text>
      {item?.preview && (
        <Text size="sm" c="dimmed" lineClamp={3} dir="auto">
          {item.preview}
        </Text>
      )}
      {image && <div className="event-image">{showImagesOf(id)(image.href, image.text)}</div>}
    </Stack>
  );
}

/** Selects a content item of the board that is not published yet. */
export function ContentSelect({ onChoose }: { onChoose: (id: number) => void }) {
  const t = useTranslations(translations);
  const query = useQuery(getKanbanBoardOptions());
  const { ready, review, generated } = query.data?.data.columns ?? {};
  const items = [ready, review, generated].flatMap((column) => column?.items ?? []);
  if (items.length === 0) return null;
  return (
    <NativeSelect
      mb="sm"
      label={t.content}
      description={t.contentHint}
      value=""
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      data={[
        { value: '', label: t.noContent },
        ...items.map(({ id, attributes }) => ({ value: String(id), label: attributes.title })),
      ]}
    />
  );
}
