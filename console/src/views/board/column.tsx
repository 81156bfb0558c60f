import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Badge, Card, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
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
          <ItemCard key={item.id} item={item} moving={moving} />
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

/** A card. Its choice of columns is for those who go by keyboard or touch, and for everybody who would rather not drag. */
function ItemCard({ item, moving }: { item: Item; moving: Moving }) {
  const say = useTexts(texts);
  const format = useFormat();
  const element = useRef<HTMLDivElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const { attributes } = item;
  useEffect(() => {
    if (!element.current || !moving) return;
    const { has, items } = moving.selection;
    return draggable({
      element: element.current,
      // With one of the selected cards go the others.
      getInitialData: () => ({ items: has(item) ? items : [item] }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [item, moving]);
  return (
    <Card
      withBorder
      padding="xs"
      ref={element}
      opacity={isDragged ? 0.5 : 1}
      role="group"
      aria-label={attributes.title}
    >
      <Group gap="xs" wrap="nowrap" align="start">
        {moving && (
          <Checkbox
            aria-label={say.select(attributes.title)}
            checked={moving.selection.has(item)}
            onChange={(event) => moving.selection.mark([item], event.currentTarget.checked)}
          />
        )}
        <Text size="sm" fw={600} lineClamp={3}>
          {/* The card is dragged, not the link on it. */}
          <Link to="/content/$id" params={{ id: String(item.id) }} draggable={false}>
            {attributes.title}
          </Link>
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mb={moving && 'xs'}>
        {say[attributes.content_type]} · {say.words(format.number(attributes.word_count))}
      </Text>
      {moving && (
        <NativeSelect
          size="xs"
          aria-label={say.moveTo(attributes.title)}
          value={attributes.kanban_status}
          onChange={(event) => moving.move([item], event.currentTarget.value as ColumnName)}
          data={COLUMNS.map((value) => ({ value, label: say[value] }))}
        />
      )}
    </Card>
  );
}
