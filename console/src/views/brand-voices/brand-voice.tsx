import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteBrandVoiceMutation,
  getBrandVoiceOptions,
  getBrandVoiceQueryKey,
  listBrandVoicesQueryKey,
  updateBrandVoiceMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { BrandVoice } from '../../api/generated/client/types.gen.ts';
import { Confirmed } from '../../components/confirmed.tsx';
import { Page } from '../../components/page.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { texts } from './texts.ts';
import { VoiceForm } from './voice-form.tsx';
import type { Voice } from './words.ts';

const route = getRouteApi('/brand-voices/$id');

/** A brand voice, to be looked at and changed. */
export function BrandVoiceView() {
  const id = Number(route.useParams().id);
  const say = useTexts(texts);
  const query = useQuery(getBrandVoiceOptions({ path: { id } }));
  return (
    <Page title={query.data?.data.attributes.name ?? say.title} actions={query.data && <Removal id={id} />}>
      <Loaded query={query}>{({ data }) => <Editor key={id} voice={data} />}</Loaded>
    </Page>
  );
}

function Removal({ id }: { id: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const mayChange = useMay('manage_content');
  const remove = useMutation({
    ...deleteBrandVoiceMutation(),
    onSuccess: async () => {
      notifications.show({ message: say.removedNow });
      await navigate({ to: '/brand-voices' });
      await queries.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
    onError: showProblem,
  });
  if (!mayChange) return null;
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

/** The form over what is stored: only what was changed here is sent, so that what others change meanwhile stays. */
function Editor({ voice: { id, attributes } }: { voice: BrandVoice }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const mayChange = useMay('manage_content');
  const [changes, setChanges] = useState<Partial<Voice>>({});
  const update = useMutation({
    ...updateBrandVoiceMutation(),
    onSuccess: (answer) => {
      queries.setQueryData(getBrandVoiceQueryKey({ path: { id } }), answer);
      notifications.show({ message: say.savedNow });
      return queries.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  const save = () =>
    update.mutate(
      { path: { id }, body: changes },
      // What is written meanwhile is not saved yet.
      { onSuccess: () => setChanges((now) => (now === changes ? {} : now)) },
    );
  const isUnsaved = Object.keys(changes).length > 0;
  return (
    <Stack maw={960}>
      {!mayChange && <Alert variant="outline">{say.notAllowed}</Alert>}
      <VoiceForm
        voice={{ ...attributes, ...changes }}
        error={update.error}
        readOnly={!mayChange}
        onChange={(more) => setChanges((before) => ({ ...before, ...more }))}
      />
      {update.error && <ErrorNotice error={update.error} />}
      {mayChange && (
        <Group>
          <Button disabled={!isUnsaved} loading={update.isPending} onClick={save}>
            {say.save}
          </Button>
          <Text size="sm" aria-live="polite">
            {isUnsaved && say.unsaved}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
