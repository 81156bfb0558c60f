import type { Random } from '../random.ts';
import { numberOf, type SchemaNode } from './schema-node.ts';

/** A number within the bounds of the schema, of a size that fits its name. */
export function fillNumber(node: SchemaNode, place: { name: string; index: number }, random: Random): number {
  const whole = node['type'] === 'integer';
  const step = numberOf(node, 'multipleOf') ?? (whole ? 1 : 0.01);
  const above = numberOf(node, 'exclusiveMinimum');
  const below = numberOf(node, 'exclusiveMaximum');
  const min = Math.max(
    numberOf(node, 'minimum') ?? Number.NEGATIVE_INFINITY,
    above === undefined ? Number.NEGATIVE_INFINITY : above + step,
  );
  const max = Math.min(
    numberOf(node, 'maximum') ?? Number.POSITIVE_INFINITY,
    below === undefined ? Number.POSITIVE_INFINITY : below - step,
  );
  const wanted = Math.min(max, Math.max(min, usual(place, max, random)));
  const steps = Math.round(wanted / step);
  const value = [steps, steps + 1, steps - 1].map((each) => each * step).find((each) => each >= min && each <= max);
  // Decimal steps leave noise such as 0.30000000000000004.
  return Number((value ?? wanted).toFixed(10));
}

function usual({ name, index }: { name: string; index: number }, max: number, random: Random): number {
  if (/score|percent|rating|grade/.test(name))
    return max <= 1 ? 0.6 + random.next() * 0.3 : max <= 10 ? max * 0.8 : random.between(62, 88);
  if (/confidence|probability|relevance|weight/.test(name)) return 0.6 + random.next() * 0.3;
  if (/position|order|index|rank|number|step|day|week/.test(name)) return index + 1;
  if (/minutes|duration/.test(name)) return 30;
  return random.between(1, 5);
}
