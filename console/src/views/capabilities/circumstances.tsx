import { Fieldset, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAgentsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecuteCapabilityBody } from '../../api/generated/client/types.gen.ts';
import { KnowledgeChoice } from '../../components/knowledge-choice.tsx';
import { MOST_CHOICES, named, RecordSelect } from '../../components/record-select.tsx';
import { VoiceChoice } from '../../components/voice-choice.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { wordsOf } from '../../lib/words.ts';
import { texts as executionTexts } from '../executions/texts.ts';
import { PRIORITIES } from '../executions/words.ts';
import { namesKnowledge, namesVoice } from './shaped.ts';
import { texts } from './texts.ts';

/** What an execution is asked with besides its settings. */
export type Circumstances = Pick<ExecuteCapabilityBody, 'agent_id' | 'context' | 'priority'>;

/** Who carries an execution out, how soon, in which voice, and what it draws on; all may be left open. */
export function CircumstancesFields({
  fields,
  writes,
  value,
  onChange,
}: {
  /** The settings' own fields: what they ask for is asked once. */
  fields: object;
  /** Whether texts come of it, for which a voice and documents matter. */
  writes: boolean;
  value: Circumstances;
  onChange: (value: Circumstances) => void;
}) {
  const say = useTexts(texts);
  const { agent_id: agent, priority = 'normal', context = {} } = value;
  const tell = (facts: Record<string, unknown>) => onChange({ ...value, context: { ...context, ...facts } });
  return (
    <Fieldset legend={say.circumstances}>
      <Stack gap="sm">
        {writes && !namesVoice(fields) && (
          <VoiceChoice
            company={context['brand_voice_id'] as number | undefined}
            product={context['brand_voice_product_id'] as number | undefined}
            onChange={({ company, product }) => tell({ brand_voice_id: company, brand_voice_product_id: product })}
          />
        )}
        {writes && !namesKnowledge(fields) && (
          <KnowledgeChoice
            value={(context['kb_ids'] as number[] | undefined) ?? []}
            onChange={(ids) => tell({ kb_ids: ids.length > 0 ? ids : undefined })}
          />
        )}
        <AgentChoice value={agent ?? null} onChange={(id) => onChange({ ...value, agent_id: id })} />
        <PriorityChoice value={priority} onChange={(next) => onChange({ ...value, priority: next })} />
      </Stack>
    </Fieldset>
  );
}

function AgentChoice({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const say = useTexts(texts);
  const { data } = useQuery(listAgentsOptions({ query: { active_only: true, per_page: MOST_CHOICES } }));
  return (
    <RecordSelect label={say.agent} none={say.anyAgent} records={named(data?.data)} value={value} onChange={onChange} />
  );
}

type Priority = (typeof PRIORITIES)[number];

function PriorityChoice({ value, onChange }: { value: Priority; onChange: (priority: Priority) => void }) {
  const say = useTexts(executionTexts);
  const words = wordsOf(PRIORITIES, say);
  return (
    <NativeSelect
      label={say.priority}
      value={value}
      data={PRIORITIES.map((priority) => ({ value: priority, label: words[priority] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Priority)}
    />
  );
}
