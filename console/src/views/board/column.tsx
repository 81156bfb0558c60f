import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Badge, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { Move } from './move.tsx';
import type { Selection } from './selection.tsx';
import { texts } from './texts.ts';
import { COLUMNS, type ColumnName, type Item } from './words.ts';

/** How cards are moved, and which of them together; undefined: the person may not. */
type Moving = { move: Move; selection: Selection } | undefined;

/** A column, on which cards can be dropped. */
export function Column({
  name,
  items,
  count,
  moving,
}: {
  name: ColumnName;
  items: readonly Item[];
  count: number;
  moving: Moving;
}) {
  const say = useTexts(texts);
  const format = useFormat();
  const element = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  const move = moving?.move;
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
      aria-label={say[name]}
      ref={element}
      bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
    >
      <Group justify="space-between" mb="sm">
        <Group gap="xs">
          {moving && items.length > 0 && <All name={name} items={items} selection={moving.selection} />}
          <Title order={2} size="h5">
            {say[name]}
          </Title>
        </Group>
        <Badge variant="default">{format.number(count)}</Badge>
      </Group>
      <Stack gap="xs">
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            {moving ? say.emptyDrop : say.empty}
          </Text>
        )}
        {items.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            isSelected={moving?.selection.has(item) ?? false}
            move={moving?.move}
            mark={moving?.selection.mark}
            dragged={moving?.selection.dragged}
          />
        ))}
        {count > items.length && <Text size="xs">{say.more(format.number(count - items.length))}</Text>}
      </Stack>
    </Card>
  );
}

function All({ name, items, selection }: { name: ColumnName; items: readonly Item[]; selection: Selection }) {
  const say = useTexts(texts);
  const marked = items.filter(selection.has).length;
  return (
    <Checkbox
      aria-label={say.selectAll(say[name])}
      checked={marked === items.length}
      indeterminate={marked > 0 && marked < items.length}
      onChange={(event) => selection.mark(items, event.currentTarget.checked)}
    />
  );
}

/** What can be done with a card; undefined: the person may not. Each stays the same function, so that other cards are not drawn anew. */
type Doings = { move: Move | undefined } & { [Name in 'mark' | 'dragged']: Selection[Name] | undefined };

/**
 * A card. Its choice of columns is for those who go by keyboard or touch, and for everybody who would rather not drag. It is drawn anew only
 * when something of its own has changed, and is made of plain elements: a board has hundreds.
 */
const ItemCard = memo(function ItemCard({
  item,
  isSelected,
  move,
  mark,
  dragged,
}: { item: Item; isSelected: boolean } & Doings) {
  const say = useTexts(texts);
  const format = useFormat();
  const element = useRef<HTMLFieldSetElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const { attributes } = item;
  useEffect(() => {
    if (!element.current || !dragged) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ items: dragged(item) }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [item, dragged]);
  return (
    <fieldset className="board-card" ref={element} data-dragged={isDragged} aria-label={attributes.title}>
      <div>
        {mark && (
          <input
            type="checkbox"
            aria-label={say.select(attributes.title)}
            checked={isSelected}
            onChange={(event) => mark([item], event.currentTarget.checked)}
          />
        )}
        {/* The card is dragged, not the link on it. */}
        <Link to="/content/$id" params={{ id: String(item.id) }} draggable={false} preload={false}>
          {attributes.title}
        </Link>
      </div>
      <p>
        {say[attributes.content_type]} · {say.words(format.number(attributes.word_count))}
      </p>
      {move && (
        <select
          aria-label={say.moveTo(attributes.title)}
          value={attributes.kanban_status}
          onChange={(event) => move([item], event.currentTarget.value as ColumnName)}
        >
          {COLUMNS.map((value) => (
            <option key={value} value={value}>
              {say[value]}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
});
