import { Box, Checkbox, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Selection } from '../../components/selection.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { FavoriteStar } from './favorite-star.tsx';
import { translations } from './list-translations.ts';
import type { ListedItem } from './model.ts';
import { TagChips } from './tags/chips.tsx';

/** The title of an item with the beginning of its text, and the box that selects it where that is allowed. */
export function TitleCell({
  item,
  selection,
  isLink,
  onFavor,
}: {
  item: ListedItem;
  selection: Selection<ListedItem> | undefined;
  isLink: boolean;
  /** Undefined where items have no star, as in the trash. */
  onFavor?: (item: ListedItem) => void;
}) {
  const t = useTranslations(translations);
  const { title, preview, tags } = item.attributes;
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      {selection && (
        <Checkbox
          size="xs"
          mt={4}
          aria-label={t.select(title)}
          checked={selection.has(item)}
          onChange={({ currentTarget: { checked } }) => selection.toggle([item], checked)}
        />
      )}
      <Box className="title" flex={1}>
        {isLink ? (
          <Link to="/content/$id" params={{ id: String(item.id) }}>
            {title}
          </Link>
        ) : (
          <Text fw={500}>{title}</Text>
        )}
        {/* As wide as the cell, which is as wide as what the other cells leave. */}
        <Text size="sm" c="dimmed" lineClamp={1} visibleFrom="sm" dir="auto" w={0} miw="100%">
          {preview}
        </Text>
        <TagChips tags={tags} />
      </Box>
      {onFavor && <FavoriteStar item={item} onToggle={onFavor} />}
    </Group>
  );
}

/** Selects what a page of the list shows, or nothing of it. */
export function SelectPage({ items, selection }: { items: readonly ListedItem[]; selection: Selection<ListedItem> }) {
  const t = useTranslations(translations);
  if (items.length === 0) return null;
  const count = selection.items.length;
  return (
    <Checkbox
      size="xs"
      label={t.selectPage}
      checked={count === items.length}
      indeterminate={count > 0 && count < items.length}
      onChange={({ currentTarget: { checked } }) => selection.toggle(items, checked)}
    />
  );
}
