import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { getKanbanBoardOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Filters, ShowAll } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { useSelection } from '../../components/selection.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { useNames } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { Column } from './column.tsx';
import { type BoardResponse, COLUMNS, CONTENT_TYPES, type Item } from './model.ts';
import { SelectionBar } from './selection.tsx';
import { translations } from './translations.ts';
import { useLiveBoard, useMove } from './use-move.tsx';

const route = getRouteApi('/board');

/** Content in four columns. Cards can be dragged or moved by a select, alone or together. Changes of others appear live. */
export default function Board() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const canMove = usePermission('manage_content');
  const options = getKanbanBoardOptions({ query: search });
  const isReadable = useLiveBoard();
  const query = useQuery({ ...options, enabled: isReadable });
  const move = useMove(options.queryKey);
  const cards = useMemo(() => cardsOf(query.data), [query.data]);
  const selection = useSelection(cards);
  const people = useNames()?.people;
  const names = useMemo(() => new Map(people?.map(({ id, name }) => [id, name])), [people]);
  const moveOptions = useMemo(() => (canMove ? { move, selection } : undefined), [canMove, move, selection]);
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Filters filters={[{ name: 'content_type', label: t.type, options: pickLabels(CONTENT_TYPES, t) }]}>
          {canMove && <Button renderRoot={(props) => <Link to="/content/new" {...props} />}>{t.addNew}</Button>}
        </Filters>
      }
    >
      <QueryContent query={query}>
        {({ data }) =>
          COLUMNS.every((name) => data.columns[name].count === 0) ? (
            <EmptyBoard isFiltered={search.content_type !== undefined} />
          ) : (
            <div className="board" data-selecting={selection.items.length > 0}>
              {COLUMNS.map((name) => (
                <Column key={name} name={name} {...data.columns[name]} names={names} moveOptions={moveOptions} />
              ))}
            </div>
          )
        }
      </QueryContent>
      {moveOptions && <SelectionBar {...moveOptions} />}
    </Page>
  );
}

function cardsOf(board: BoardResponse | undefined): Item[] {
  return board ? COLUMNS.flatMap((name) => board.data.columns[name].items) : [];
}

/** Shown instead of four empty columns. */
function EmptyBoard({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations(translations);
  const canStart = usePermission('manage_content');
  if (isFiltered) return <EmptyState title={t.empty} action={<ShowAll />} />;
  return (
    <EmptyState
      title={t.allEmpty}
      action={
        canStart && (
          <Button variant="default" renderRoot={(props) => <Link to="/capabilities" {...props} />}>
            {t.firstStep}
          </Button>
        )
      }
    >
      {t.allEmptyText}
    </EmptyState>
  );
}
