import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { suggestContentTitlesMutation } from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem } from '../../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePrice } from '../../../lib/price.ts';
import { translations } from './translations.ts';

/** Asks for other titles, one of which can be taken over. */
export function TitleSuggestions({ item, onUse }: { item: ContentItem; onUse: (title: string) => void }) {
  const t = useTranslations(translations);
  const price = usePrice('content_suggestion');
  const ask = useMutation(suggestContentTitlesMutation());
  const titles = ask.data?.data.attributes.titles ?? [];
  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          loading={ask.isPending}
          onClick={() => ask.mutate({ path: { id: item.id }, body: { version: item.attributes.version } })}
        >
          {price ? t.titlesFor(price) : t.titles}
        </Button>
      </Group>
      {ask.error && <ErrorAlert error={ask.error} />}
      {titles.length > 0 && (
        <Stack component="ul" gap="xs" className="unstyled" aria-label={t.titles}>
          {titles.map((title) => (
            <Group component="li" key={title} gap="xs">
              <Button size="compact-xs" variant="default" aria-label={t.takeTitle(title)} onClick={() => onUse(title)}>
                {t.accept}
              </Button>
              <Text size="sm" dir="auto">
                {title}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
