import { Text } from '@mantine/core';
import { type EntryActions, EntryList } from '../../../components/entry-list.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { useCapabilityName } from '../../../lib/names.ts';
import { translations as templateTexts } from '../translations.ts';
import type { InputField, TemplateStep } from './model.ts';
import type { PartProblems } from './problems.ts';
import { translations } from './translations.ts';
import { useWords } from './words.ts';

/** The fields of a template's input, with what the API says of each. */
export function FieldList({
  fields,
  problems,
  actions,
}: {
  fields: readonly InputField[];
  problems: ReadonlyMap<InputField, PartProblems>;
  actions: EntryActions;
}) {
  const t = useTranslations(translations);
  const words = useWords((key) => key);
  return (
    <EntryList
      label={t.fields}
      entries={fields.map((field) => ({
        title: field.name,
        details: (
          <>
            <Text size="sm" c="dimmed">
              {words.kind(field)}, {field.required ? t.requiredField : t.optionalField}
            </Text>
            {field.description && (
              <Text size="sm" dir="auto">
                {field.description}
              </Text>
            )}
            <Problems problems={problems.get(field)} partOf={words.part} />
          </>
        ),
      }))}
      actions={actions}
    />
  );
}

/** The steps of a template, with what the API says of each. */
export function StepList({
  steps,
  problems,
  actions,
}: {
  steps: readonly TemplateStep[];
  problems: ReadonlyMap<TemplateStep, PartProblems>;
  actions: EntryActions;
}) {
  const t = useTranslations(translations);
  const template = useTranslations(templateTexts);
  const capabilityName = useCapabilityName();
  const titles = new Map(steps.map(({ key, title }) => [key, title]));
  const titleOf = (key: string) => titles.get(key) ?? key;
  const words = useWords(titleOf);
  return (
    <EntryList
      label={t.steps}
      entries={steps.map((step) => {
        const { title, capability, depends_on: before, optional, when } = step;
        const said = [
          capabilityName(capability),
          before.length > 0 && template.after(before.map(titleOf)),
          when.length > 0 && t.onlyWhen(words.conditions(when)),
          optional && t.optionalStep,
        ];
        return {
          id: step.key,
          title,
          details: (
            <>
              <Text size="sm" c="dimmed" dir="auto">
                {said.filter(Boolean).join(' · ')}
              </Text>
              <Problems problems={problems.get(step)} partOf={words.part} />
            </>
          ),
        };
      })}
      actions={actions}
    />
  );
}

function Problems({ problems = {}, partOf }: { problems: PartProblems | undefined; partOf: (path: string) => string }) {
  return Object.entries(problems).map(([path, text]) => (
    <Text key={path} size="sm" c="red">
      {partOf(path)}: {text}
    </Text>
  ));
}
