import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Badge, Card, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { COLUMNS, type ColumnName, type Item } from './words.ts';

/** Moves a card; undefined: the person may not. */
type Move = ((item: Item, to: ColumnName) => void) | undefined;

/** A column, on which cards can be dropped. */
export function Column({
  name,
  items,
  count,
  onMove,
}: {
  name: ColumnName;
  items: readonly Item[];
  count: number;
  onMove: Move;
}) {
  const say = useTexts(texts);
  const format = useFormat();
  const element = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!element.current || !onMove) return;
    return dropTargetForElements({
      element: element.current,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        onMove(source.data['item'] as Item, name);
      },
    });
  }, [name, onMove]);
  return (
    <Card
      withBorder
      component="section"
      padding="sm"
      aria-label={say[name]}
      ref={element}
      bg={isOver ? 'var(--mantine-color-default-hover)' : undefined}
    >
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {say[name]}
        </Title>
        <Badge variant="default">{format.number(count)}</Badge>
      </Group>
      <Stack gap="xs">
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            {say.empty}
          </Text>
        )}
        {items.map((item) => (
          <ItemCard key={item.id} item={item} onMove={onMove} />
        ))}
        {count > items.length && <Text size="xs">{say.more(format.number(count - items.length))}</Text>}
      </Stack>
    </Card>
  );
}

/** A card. Its choice of columns is for those who go by keyboard or touch, and for everybody who would rather not drag. */
function ItemCard({ item, onMove }: { item: Item; onMove: Move }) {
  const say = useTexts(texts);
  const format = useFormat();
  const element = useRef<HTMLDivElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const { attributes } = item;
  useEffect(() => {
    if (!element.current || !onMove) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ item }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [item, onMove]);
  return (
    <Card
      withBorder
      padding="xs"
      ref={element}
      opacity={isDragged ? 0.5 : 1}
      role="group"
      aria-label={attributes.title}
    >
      <Text size="sm" fw={600} lineClamp={3}>
        {/* The card is dragged, not the link on it. */}
        <Link to="/content/$id" params={{ id: String(item.id) }} draggable={false}>
          {attributes.title}
        </Link>
      </Text>
      <Text size="xs" c="dimmed" mb={onMove && 'xs'}>
        {say[attributes.content_type]} · {say.words(format.number(attributes.word_count))}
      </Text>
      {onMove && (
        <NativeSelect
          size="xs"
          aria-label={say.moveTo(attributes.title)}
          value={attributes.kanban_status}
          onChange={(event) => onMove(item, event.currentTarget.value as ColumnName)}
          data={COLUMNS.map((value) => ({ value, label: say[value] }))}
        />
      )}
    </Card>
  );
}
