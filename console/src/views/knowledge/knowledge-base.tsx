import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteKnowledgeBaseMutation,
  getKnowledgeBaseOptions,
  getKnowledgeBaseQueryKey,
  listKnowledgeBasesQueryKey,
  updateKnowledgeBaseMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeBase } from '../../api/generated/client/types.gen.ts';
import { Confirmed } from '../../components/confirmed.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { BaseForm } from './base-form.tsx';
import { Documents } from './documents.tsx';
import { Search } from './search.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/knowledge/$id');

/** A knowledge base: what its documents say, and which they are. */
export function KnowledgeBaseView() {
  const id = Number(route.useParams().id);
  const say = useTexts(texts);
  const mayChange = useMay('manage_content');
  const query = useQuery(getKnowledgeBaseOptions({ path: { id } }));
  return (
    <Page
      title={query.data?.data.attributes.name ?? say.title}
      actions={
        mayChange &&
        query.data && (
          <>
            <Change base={query.data.data} />
            <Removal id={id} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {({ data: { attributes } }) => (
          <Stack>
            {attributes.description && <Text>{attributes.description}</Text>}
            <Search />
            <Documents id={id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Change({ base: { id, attributes } }: { base: KnowledgeBase }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const update = useMutation({
    ...updateKnowledgeBaseMutation(),
    onSuccess: (answer) => {
      queries.setQueryData(getKnowledgeBaseQueryKey({ path: { id } }), answer);
      setIsAsking(false);
      notifications.show({ message: say.savedNow });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {say.edit}
      </Button>
      <Dialog title={say.edit} opened={isAsking} onClose={() => setIsAsking(false)}>
        <BaseForm
          initial={{ name: attributes.name, description: attributes.description }}
          submit={say.save}
          error={update.error}
          isPending={update.isPending}
          onSubmit={(body) => update.mutate({ path: { id }, body })}
        />
      </Dialog>
    </>
  );
}

function Removal({ id }: { id: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const remove = useMutation({
    ...deleteKnowledgeBaseMutation(),
    onSuccess: async () => {
      notifications.show({ message: say.removedNow });
      await navigate({ to: '/knowledge' });
      await queries.invalidateQueries({ queryKey: listKnowledgeBasesQueryKey() });
    },
    onError: showProblem,
  });
  return (
    <Confirmed
      label={say.remove}
      question={say.removeSure}
      yes={say.removeYes}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ path: { id } })}
    />
  );
}
