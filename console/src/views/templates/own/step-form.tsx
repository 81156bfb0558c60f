import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getCapabilityOptions,
  listCapabilitiesOptions,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Capability } from '../../../api/generated/client/types.gen.ts';
import { EntryForm } from '../../../components/entry-form.tsx';
import { LazySelect } from '../../../components/multi-select.tsx';
import { QueryContent } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { ConditionFields } from './condition-fields.tsx';
import { type InputField, isForTemplates, keyFor, type Source, settingsOf, type TemplateStep } from './model.ts';
import { type PartProblems, problemAt } from './problems.ts';
import { emptySources, SourceFields } from './source-fields.tsx';
import { translations } from './translations.ts';

/** Longest title of a step. */
const MAX_TITLE = 80;

/** What the form of a step is given. */
interface StepFormProps {
  /** Undefined: a new one. */
  initial: TemplateStep | undefined;
  /** The steps before it. */
  earlier: readonly TemplateStep[];
  /** All other steps. */
  others: readonly TemplateStep[];
  fields: readonly InputField[];
  /** What the API says of it as it was sent. */
  problems: PartProblems;
  onSubmit: (step: TemplateStep) => void;
}

/** The query of the capabilities that a step can be one of. */
export function capabilitiesOptions() {
  return listCapabilitiesOptions({ query: { include_beta: true } });
}

/** The form of one step: its capability, where the settings come from, what it waits for, and when it runs. */
export function StepForm(props: StepFormProps) {
  const query = useQuery(capabilitiesOptions());
  return <QueryContent query={query}>{({ data }) => <Form {...props} capabilities={data} />}</QueryContent>;
}

function Form({
  initial,
  earlier,
  others,
  fields,
  problems: found,
  capabilities,
  onSubmit,
}: StepFormProps & { capabilities: readonly Capability[] }) {
  const t = useTranslations(translations);
  const [step, setStep] = useState<Partial<TemplateStep>>(initial ?? {});
  const set = (changes: Partial<TemplateStep>) => setStep((now) => ({ ...now, ...changes }));
  const { title = '', depends_on: before = [], settings = {}, when = [], optional = false } = step;
  const nameOf = (slug: string | undefined) =>
    capabilities.find(({ attributes }) => attributes.slug === slug)?.attributes.name;
  const schemaQuery = useQuery({
    ...getCapabilityOptions({ path: { slug: step.capability ?? '' } }),
    enabled: step.capability !== undefined,
  });
  const schema = step.capability === undefined ? undefined : schemaQuery.data?.data.attributes.settings_schema;
  const inputs = schema ? settingsOf(schema) : [];
  const empty = emptySources(settings);
  const problems = {
    capability: capabilityProblem(),
    title: title.trim() === '' ? t.needed : undefined,
    settings: empty.length > 0 ? t.needed : undefined,
    when: when.some(({ values }) => values.length === 0) ? t.needed : undefined,
  };
  function capabilityProblem(): string | undefined {
    if (step.capability === undefined) return t.needed;
    return schema && !isForTemplates(schema) ? t.notForTemplates : undefined;
  }
  /** What the API says of a part, until that is another. */
  const said = (part: string, now: unknown, was: unknown) =>
    JSON.stringify(now) === JSON.stringify(was) ? problemAt(found, part) : undefined;
  const chooseCapability = (slug: string) => {
    const isNamed = title !== '' && title !== nameOf(step.capability);
    set({
      capability: slug as TemplateStep['capability'],
      ...(!isNamed && { title: (nameOf(slug) ?? slug).slice(0, MAX_TITLE) }),
      // Those of another capability mean something else, also where they have the same name.
      settings: {},
    });
  };
  return (
    <EntryForm
      problems={problems}
      onSubmit={() => {
        const { capability: slug } = step;
        if (slug === undefined) return;
        const key = step.key ?? keyFor(slug, others);
        onSubmit({ key, capability: slug, title: title.trim(), depends_on: before, optional, settings, when });
      }}
    >
      {(shown) => (
        <>
          <LazySelect
            label={t.capability}
            placeholder={t.choose}
            withAsterisk
            aria-required
            searchable
            data-autofocus={initial === undefined || undefined}
            value={step.capability ?? null}
            data={capabilities.map(({ attributes: { slug, name } }) => ({ value: slug, label: name }))}
            error={
              (step.capability && problems.capability) ??
              shown.capability ??
              said('capability', step.capability, initial?.capability)
            }
            onChange={(slug) => slug !== null && chooseCapability(slug)}
          />
          <TextInput
            label={t.stepTitle}
            withAsterisk
            aria-required
            maxLength={MAX_TITLE}
            data-autofocus={initial !== undefined || undefined}
            value={title}
            error={shown.title ?? said('title', title, initial?.title)}
            onChange={({ currentTarget: { value } }) => set({ title: value })}
          />
          {earlier.length > 0 && (
            <Checkbox.Group
              label={t.dependsOn}
              value={before}
              error={said('depends_on', before, initial?.depends_on)}
              onChange={(keys) => set({ depends_on: inOrder(keys, earlier) })}
            >
              <Stack gap={4} mt={4}>
                {earlier.map(({ key, title: of }) => (
                  <Checkbox key={key} value={key} label={of} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Checkbox
            label={t.optional}
            checked={optional}
            error={said('optional', optional, initial?.optional)}
            onChange={({ currentTarget: { checked } }) => set({ optional: checked })}
          />
          {inputs.length > 0 && (
            <SourceFields
              settings={inputs}
              fields={fields}
              earlier={earlier}
              sources={settings}
              problemOf={(name) =>
                (shown.settings && empty.includes(name) ? shown.settings : undefined) ??
                said(`settings.${name}`, settings[name], initial?.settings?.[name])
              }
              onChange={(next: Record<string, Source>, from) =>
                set({ settings: next, ...(from && { depends_on: inOrder([...before, from], earlier) }) })
              }
            />
          )}
          <ConditionFields
            fields={fields}
            conditions={when}
            problemOf={(part) => {
              const [position = ''] = part.split('.');
              const condition = when[Number(position)];
              const isEmpty = shown.when && part === `${position}.values` && condition?.values.length === 0;
              return isEmpty ? shown.when : said(`when.${part}`, condition, initial?.when?.[Number(position)]);
            }}
            onChange={(conditions) => set({ when: conditions })}
          />
        </>
      )}
    </EntryForm>
  );
}

/** Keys of steps, each once, in the order of the steps. */
function inOrder(keys: readonly string[], steps: readonly TemplateStep[]): string[] {
  return steps.map(({ key }) => key).filter((key) => keys.includes(key));
}
