import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Checkbox, Text, Title } from '@mantine/core';
import { IconArrowsExchange, IconCalendarPlus, IconStarFilled } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { DateTime } from '../../components/date-time.tsx';
import type { Selection } from '../../components/selection.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { TagChips } from '../content-items/tags/chips.tsx';
import { COLUMNS, type ColumnName, type Item } from './model.ts';
import { followCard, isFollowed } from './moved-card.ts';
import { translations } from './translations.ts';
import type { Move } from './use-move.tsx';

/** Undefined when the person may not move cards. */
type MoveOptions = { move: Move; selection: Selection<Item> } | undefined;

/** A column onto which cards can be dropped. */
export function Column({
  name,
  items,
  count,
  names,
  moveOptions,
}: {
  name: ColumnName;
  items: readonly Item[];
  count: number;
  /** People of the team by their numbers. */
  names: ReadonlyMap<number, string>;
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
    <section className="board-column" aria-label={t[name]} ref={element} data-over={isOver}>
      <header>
        {moveOptions && items.length > 0 && <SelectAll name={name} items={items} selection={moveOptions.selection} />}
        <Title order={2} size="h6">
          {t[name]}
        </Title>
        <span className="figure">{format.number(count)}</span>
      </header>
      {items.length === 0 && <p className="board-empty">{moveOptions ? t.emptyDrop : t.empty}</p>}
      {items.map((item) => (
        <ItemCard
          key={item.id}
          item={item}
          assignee={names.get(item.attributes.assignee_id ?? 0)}
          isSelected={moveOptions?.selection.has(item) ?? false}
          move={moveOptions?.move}
          toggle={moveOptions?.selection.toggle}
          withOthers={moveOptions?.selection.withOthers}
        />
      ))}
      {count > items.length && (
        <Text size="xs">
          <Link to="/content" search={{ status: name }}>
            {t.more(format.number(count - items.length))}
          </Link>
        </Text>
      )}
    </section>
  );
}

function SelectAll({
  name,
  items,
  selection,
}: {
  name: ColumnName;
  items: readonly Item[];
  selection: Selection<Item>;
}) {
  const t = useTranslations(translations);
  const selectedCount = items.filter(selection.has).length;
  return (
    <Checkbox
      size="xs"
      aria-label={t.selectAll(t[name])}
      checked={selectedCount === items.length}
      indeterminate={selectedCount > 0 && selectedCount < items.length}
      onChange={(event) => selection.toggle(items, event.currentTarget.checked)}
    />
  );
}

/** Stable functions, so that memoized cards do not re-render. Undefined when the person may not move cards. */
type CardActions = { move: Move | undefined } & {
  [Name in 'toggle' | 'withOthers']: Selection<Item>[Name] | undefined;
};

/** Of a card that has the focus: a digit is the column that it goes to, x selects it. */
const KEYS = `${COLUMNS.map((_, index) => index + 1).join(' ')} x`;

/**
 * A card. The select is for people who use a keyboard or touch. Memoized and made of plain elements, because a board has hundreds of cards.
 */
const ItemCard = memo(function ItemCard({
  item,
  assignee,
  isSelected,
  move,
  toggle,
  withOthers,
}: { item: Item; assignee: string | undefined; isSelected: boolean } & CardActions) {
  const t = useTranslations(translations);
  const format = useFormat();
  const element = useRef<HTMLFieldSetElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const navigate = useNavigate();
  const { attributes } = item;
  useEffect(() => {
    if (!element.current || !withOthers) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ items: withOthers(item) }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [item, withOthers]);
  useEffect(() => {
    if (isFollowed(item.id)) link.current?.focus();
  }, [item.id]);
  const moveTo = (column: ColumnName) => {
    if (column === attributes.kanban_status) return;
    followCard(item.id);
    move?.([item], column);
  };
  const moveKeyed =
    toggle &&
    ((event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const column = COLUMNS[Number(event.key) - 1];
      if (column) moveTo(column);
      if (event.key === 'x') toggle([item], !isSelected);
    });
  return (
    <fieldset
      className="board-card"
      ref={element}
      data-dragged={isDragged}
      data-selected={isSelected}
      aria-label={attributes.title}
    >
      {/* Dragging moves the card, not the link. */}
      <Link
        ref={link}
        className="title"
        dir="auto"
        to="/content/$id"
        params={{ id: String(item.id) }}
        draggable={false}
        preload={false}
        aria-keyshortcuts={moveKeyed && KEYS}
        onKeyDown={moveKeyed}
      >
        {attributes.title}
      </Link>
      <p title={t.words(format.number(attributes.word_count))}>
        {t[attributes.content_type]} · <DateTime at={attributes.created_at} relative />
        {attributes.favorite && <IconStarFilled className="star-mark" size={12} role="img" aria-label={t.favorite} />}
      </p>
      {(assignee !== undefined || attributes.due_at) && (
        <p>
          {assignee !== undefined && (
            <span dir="auto" title={t.assignedTo(assignee)}>
              {assignee}
            </span>
          )}
          {attributes.due_at && <DueDate at={attributes.due_at} isDone={attributes.kanban_status === 'published'} />}
        </p>
      )}
      <TagChips tags={attributes.tags} />
      {move && toggle && (
        <div className="board-actions">
          <input
            type="checkbox"
            aria-label={t.select(attributes.title)}
            checked={isSelected}
            onChange={(event) => toggle([item], event.currentTarget.checked)}
          />
          {attributes.kanban_status !== 'published' && (
            <button
              type="button"
              className="board-plan"
              aria-label={t.toCalendar(attributes.title)}
              title={t.planHint}
              onClick={() => void navigate({ to: '/calendar', search: { event: 'new', content: item.id } })}
            >
              <IconCalendarPlus size={14} aria-hidden />
            </button>
          )}
          <span className="board-move">
            <IconArrowsExchange size={14} aria-hidden />
            <select
              aria-label={t.moveTo(attributes.title)}
              title={t.moveHint}
              value={attributes.kanban_status}
              onChange={(event) => moveTo(event.currentTarget.value as ColumnName)}
            >
              {COLUMNS.map((value) => (
                <option key={value} value={value}>
                  {t[value]}
                </option>
              ))}
            </select>
          </span>
        </div>
      )}
    </fieldset>
  );
});

/** Until when it is due, and whether that is over. */
function DueDate({ at, isDone }: { at: string; isDone: boolean }) {
  const t = useTranslations(translations);
  const isLate = !isDone && Date.parse(at) < Date.now();
  return (
    <span data-late={isLate}>
      {isLate ? t.overdue : t.due} <DateTime at={at} precision="day" />
    </span>
  );
}
