import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWorkflowTriggersOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useCapabilityName, useTemplateName } from '../../lib/names.ts';
import { useMay } from '../../shell/me.ts';
import { NextFire, useWhen } from './next-fire.tsx';
import { useResultWord } from './result.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/triggers');
/** Triggers fire by themselves, so the page is asked for this often. */
const REFRESH_MS = 15_000;

/** All triggers, with when they fire next; the page stands in the address. */
export function TriggerList() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('manage_content');
  const query = useQuery({
    ...listWorkflowTriggersOptions({ query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        mayChange && <Button renderRoot={(props) => <Link to="/triggers/new" {...props} />}>{say.newOne}</Button>
      }
    >
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<WorkflowTrigger>[] {
  const say = useTexts(texts);
  const when = useWhen();
  const nameOfCapability = useCapabilityName();
  const nameOfTemplate = useTemplateName();
  const resultWord = useResultWord();
  return [
    {
      header: say.name,
      cell: ({ id, attributes }) => (
        <Link to="/triggers/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
    },
    {
      header: say.target,
      cell: ({ attributes: { target } }) =>
        target.template_slug === null
          ? nameOfCapability(target.capability_slug ?? '')
          : nameOfTemplate(target.template_slug),
      from: 'md',
    },
    { header: say.when, cell: when, from: 'lg' },
    { header: say.nextFire, cell: (trigger) => <NextFire trigger={trigger} /> },
    {
      header: say.lastResult,
      cell: ({ attributes }) => (attributes.last_result ? resultWord(attributes.last_result) : say.never),
      from: 'sm',
    },
  ];
}
