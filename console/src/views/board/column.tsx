import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Badge, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { COLUMNS, type ColumnName, type Item } from './model.ts';
import type { Selection } from './selection.tsx';
import { translations } from './translations.ts';
import type { Move } from './use-move.tsx';

/** Undefined when the person may not move cards. */
type MoveOptions = { move: Move; selection: Selection } | undefined;

/** A column onto which cards can be dropped. */
export function Column({
  name,
  items,
  count,
  moveOptions,
}: {
  name: ColumnName;
  items: readonly Item[];
  count: number;
  moveOptions: MoveOptions;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const element = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const move = moveOptions?.move;
  useEffect(() => {
    if (!element.current || !move) return;
    return dropTargetForElements({
      element: element.current,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        move(source.data['items'] as Item[], name);
      },
    });
  }, [name, move]);
  return (
    <Card
      withBorder
      component="section"
      padding="sm"
      aria-label={t[name]}
      ref={element}
      bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
    >
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          {moveOptions && items.length > 0 && <SelectAll name={name} items={items} selection={moveOptions.selection} />}
          <Title order={2} size="h5">
            {t[name]}
          </Title>
        </Group>
        <Badge variant="default">{format.number(count)}</Badge>
      </Group>
      <Stack gap="xs">
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            {moveOptions ? t.emptyDrop : t.empty}
          </Text>
        )}
        {items.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            isSelected={moveOptions?.selection.has(item) ?? false}
            move={moveOptions?.move}
            toggle={moveOptions?.selection.toggle}
            itemsToDrag={moveOptions?.selection.itemsToDrag}
          />
        ))}
        {count > items.length && <Text size="xs">{t.more(format.number(count - items.length))}</Text>}
      </Stack>
    </Card>
  );
}

function SelectAll({ name, items, selection }: { name: ColumnName; items: readonly Item[]; selection: Selection }) {
  const t = useTranslations(translations);
  const selectedCount = items.filter(selection.has).length;
  return (
    <Checkbox
      aria-label={t.selectAll(t[name])}
      checked={selectedCount === items.length}
      indeterminate={selectedCount > 0 && selectedCount < items.length}
      onChange={(event) => selection.toggle(items, event.currentTarget.checked)}
    />
  );
}

/** Stable functions, so that memoized cards do not re-render. Undefined when the person may not move cards. */
type CardActions = { move: Move | undefined } & { [Name in 'toggle' | 'itemsToDrag']: Selection[Name] | undefined };

/**
 * A card. The select is for people who use a keyboard or touch. Memoized and made of plain elements, because a board has hundreds of cards.
 */
const ItemCard = memo(function ItemCard({
  item,
  isSelected,
  move,
  toggle,
  itemsToDrag,
}: { item: Item; isSelected: boolean } & CardActions) {
  const t = useTranslations(translations);
  const format = useFormat();
  const element = useRef<HTMLFieldSetElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const { attributes } = item;
  useEffect(() => {
    if (!element.current || !itemsToDrag) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ items: itemsToDrag(item) }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [item, itemsToDrag]);
  return (
    <fieldset className="board-card" ref={element} data-dragged={isDragged} aria-label={attributes.title}>
      <div>
        {toggle && (
          <input
            type="checkbox"
            aria-label={t.select(attributes.title)}
            checked={isSelected}
            onChange={(event) => toggle([item], event.currentTarget.checked)}
          />
        )}
        {/* Dragging moves the card, not the link. */}
        <Link to="/content/$id" params={{ id: String(item.id) }} draggable={false} preload={false}>
          {attributes.title}
        </Link>
      </div>
      <p>
        {t[attributes.content_type]} · {t.words(format.number(attributes.word_count))}
      </p>
      {move && (
        <select
          aria-label={t.moveTo(attributes.title)}
          value={attributes.kanban_status}
          onChange={(event) => move([item], event.currentTarget.value as ColumnName)}
        >
          {COLUMNS.map((value) => (
            <option key={value} value={value}>
              {t[value]}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
});
