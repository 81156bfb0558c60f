import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { getKanbanBoardOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Column } from './column.tsx';
import { useLiveBoard } from './live.ts';
import { useMove } from './move.tsx';
import { SelectionBar, useSelection } from './selection.tsx';
import { texts } from './texts.ts';
import { COLUMNS, CONTENT_TYPES } from './words.ts';

const route = getRouteApi('/board');

/** Content in four columns; cards are dragged, moved by the choice on them, or several together, and others' moves are seen as they happen. */
export function Board() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayMove = useMay('manage_content');
  const options = getKanbanBoardOptions({ query: search });
  const query = useQuery(options);
  const move = useMove(options.queryKey);
  const selection = useSelection(query.data);
  const moving = useMemo(() => (mayMove ? { move, selection } : undefined), [mayMove, move, selection]);
  useLiveBoard();
  const kinds = Object.fromEntries(CONTENT_TYPES.map((type) => [type, say[type]] as const));
  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        <Filter
          label={say.type}
          value={search.content_type}
          options={kinds as Record<(typeof CONTENT_TYPES)[number], string>}
          onChange={(content_type) => void navigate({ search: { content_type }, replace: true })}
        />
      }
    >
      <Loaded query={query}>
        {({ data }) => (
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
            {COLUMNS.map((name) => (
              <Column key={name} name={name} {...data.columns[name]} moving={moving} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      {moving && <SelectionBar {...moving} />}
    </Page>
  );
}
