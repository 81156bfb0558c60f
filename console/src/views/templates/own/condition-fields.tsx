import { Button, Fieldset, Group, NativeSelect, NumberInput, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useTranslations } from '../../../i18n/translations.ts';
import { ConditionRow } from '../../triggers/condition-row.tsx';
import { takesSeveral } from '../../triggers/conditions.ts';
import { translations as triggerTexts } from '../../triggers/translations.ts';
import { type InputField, MAX_CONDITIONS, OPERATORS_OF, type StepCondition } from './model.ts';
import { translations } from './translations.ts';

/** The conditions of a step on the input. */
export function ConditionFields({
  fields,
  conditions,
  problemOf,
  onChange,
}: {
  fields: readonly InputField[];
  conditions: readonly StepCondition[];
  /** The problem of a part of a condition, such as `0.values`. */
  problemOf: (part: string) => string | undefined;
  onChange: (conditions: StepCondition[]) => void;
}) {
  const t = useTranslations(translations);
  const trigger = useTranslations(triggerTexts);
  const [first] = fields;
  if (!first && conditions.length === 0) return null;
  const replace = (position: number, condition: StepCondition) =>
    onChange(conditions.map((each, index) => (index === position ? condition : each)));
  return (
    <Fieldset legend={t.when}>
      <Stack gap="sm">
        <Text size="xs">{t.whenHint}</Text>
        {conditions.map((condition, position) => {
          const field = fields.find(({ name }) => name === condition.field);
          return (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id
              key={position}
              operators={field ? OPERATORS_OF[field.type] : [condition.operator]}
              operator={condition.operator}
              error={problemOf(`${position}.operator`)}
              onOperator={(operator) => replace(position, { ...emptied(condition, operator), operator })}
              onRemove={() => onChange(conditions.filter((_condition, index) => index !== position))}
              subject={
                <NativeSelect
                  label={t.whenField}
                  value={condition.field}
                  data={[...new Set([condition.field, ...fields.map(({ name }) => name)])]}
                  error={problemOf(`${position}.field`)}
                  onChange={({ currentTarget: { value } }) => replace(position, conditionOn(value, fields))}
                />
              }
            >
              <ValuesInput
                field={field}
                condition={condition}
                error={problemOf(`${position}.values`)}
                onChange={(values) => replace(position, { ...condition, values })}
              />
            </ConditionRow>
          );
        })}
        {first && (
          <Group>
            <Button
              size="xs"
              variant="default"
              disabled={conditions.length >= MAX_CONDITIONS}
              onClick={() => onChange([...conditions, conditionOn(first.name, fields)])}
            >
              {trigger.addCondition}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

/** A condition on another field: values of the former are none of it. */
function conditionOn(name: string, fields: readonly InputField[]): StepCondition {
  const field = fields.find((each) => each.name === name);
  const [operator = 'equals'] = field ? OPERATORS_OF[field.type] : [];
  return { field: name, operator, values: field?.type === 'boolean' ? [true] : [] };
}

/** Of several values one is left where the operator takes one. */
function emptied(condition: StepCondition, operator: StepCondition['operator']): StepCondition {
  const values = takesSeveral(operator) ? condition.values : condition.values.slice(0, 1);
  const isLimit = operator === 'greater' || operator === 'less';
  return { ...condition, values: isLimit ? values.filter((value) => typeof value === 'number') : values };
}

/** The input of what a field is compared with, by the kind of the field. */
function ValuesInput({
  field,
  condition: { operator, values },
  error,
  onChange,
}: {
  field: InputField | undefined;
  condition: StepCondition;
  error: string | undefined;
  onChange: (values: StepCondition['values']) => void;
}) {
  const t = useTranslations(translations);
  const [first] = values;
  const isNumber = field?.type === 'number';
  if (field?.type === 'boolean') {
    return (
      <NativeSelect
        label={t.value}
        value={String(first === true)}
        data={[
          { value: 'true', label: t.yes },
          { value: 'false', label: t.no },
        ]}
        error={error}
        onChange={({ currentTarget: { value } }) => onChange([value === 'true'])}
      />
    );
  }
  if (takesSeveral(operator)) {
    return (
      <TagsInput
        label={t.listedValues}
        description={t.valuesHint}
        value={values.map(String)}
        data={operator === 'one_of' ? (field?.values ?? []) : []}
        error={error}
        onChange={(texts) => onChange(isNumber ? texts.map(Number).filter(Number.isFinite) : texts)}
      />
    );
  }
  if (isNumber) {
    return (
      <NumberInput
        label={t.value}
        hideControls
        value={typeof first === 'number' ? first : ''}
        error={error}
        onChange={(value) => onChange(value === '' ? [] : [Number(value)])}
      />
    );
  }
  const text = first === undefined ? '' : String(first);
  if (field?.type === 'enum') {
    return (
      <NativeSelect
        label={t.value}
        value={text}
        data={[...new Set([text, ...(field.values ?? [])])]}
        error={error}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : [value])}
      />
    );
  }
  return (
    <TextInput
      label={t.value}
      type={field?.format === 'date' ? 'date' : 'text'}
      value={text}
      error={error}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : [value])}
    />
  );
}
