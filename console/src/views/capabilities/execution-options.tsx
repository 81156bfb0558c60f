import { Fieldset, NativeSelect, Stack } from '@mantine/core';
import type { CapabilityAttributes, ExecuteCapabilityBody } from '../../api/generated/client/types.gen.ts';
import { BrandVoiceSelect, KnowledgeBaseSelect, RecordSelect } from '../../components/record-select.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { useNames } from '../../lib/names.ts';
import { PRIORITIES } from '../executions/model.ts';
import { translations as executionTexts } from '../executions/translations.ts';
import { hasBrandVoiceField, hasKnowledgeBaseField } from './form-schema.ts';
import { translations } from './translations.ts';

/** Options of an execution besides its settings. */
export type ExecutionOptions = Pick<ExecuteCapabilityBody, 'agent_id' | 'context' | 'priority'>;

/** Optional fields: agent, priority, brand voice and knowledge bases. */
export function ExecutionOptionsFields({
  fields,
  isText,
  value,
  onChange,
}: {
  /** Fields of the settings. What they contain is not asked for twice. */
  fields: object;
  /** Whether the execution writes texts, for which brand voice and knowledge bases matter. */
  isText: boolean;
  value: ExecutionOptions;
  onChange: (value: ExecutionOptions) => void;
}) {
  const t = useTranslations(translations);
  const { agent_id: agent, priority = 'normal', context = {} } = value;
  const setContext = (facts: Record<string, unknown>) => onChange({ ...value, context: { ...context, ...facts } });
  return (
    <Fieldset legend={t.options}>
      <Stack gap="sm">
        {isText && !hasBrandVoiceField(fields) && (
          <BrandVoiceSelect
            company={context['brand_voice_id'] as number | undefined}
            product={context['brand_voice_product_id'] as number | undefined}
            onChange={({ company, product }) =>
              setContext({ brand_voice_id: company, brand_voice_product_id: product })
            }
          />
        )}
        {isText && !hasKnowledgeBaseField(fields) && (
          <KnowledgeBaseSelect
            value={(context['kb_ids'] as number[] | undefined) ?? []}
            onChange={(ids) => setContext({ kb_ids: ids.length > 0 ? ids : undefined })}
          />
        )}
        <AgentSelect value={agent ?? null} onChange={(id) => onChange({ ...value, agent_id: id })} />
        <PrioritySelect value={priority} onChange={(next) => onChange({ ...value, priority: next })} />
      </Stack>
    </Fieldset>
  );
}

function AgentSelect({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const t = useTranslations(translations);
  const agents = useNames()?.agents ?? [];
  return <RecordSelect label={t.agent} none={t.anyAgent} records={agents} value={value} onChange={onChange} />;
}

type Priority = (typeof PRIORITIES)[number];

function PrioritySelect({ value, onChange }: { value: Priority; onChange: (priority: Priority) => void }) {
  const t = useTranslations(executionTexts);
  const words = pickLabels(PRIORITIES, t);
  return (
    <NativeSelect
      label={t.priority}
      value={value}
      data={PRIORITIES.map((priority) => ({ value: priority, label: words[priority] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Priority)}
    />
  );
}

/** The estimated cost of a capability. */
export function Cost({
  capability: { requires_credits: costs, estimated_credits: credits },
}: {
  capability: Pick<CapabilityAttributes, 'requires_credits' | 'estimated_credits'>;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return costs ? t.cost(format.number(credits)) : t.free;
}
