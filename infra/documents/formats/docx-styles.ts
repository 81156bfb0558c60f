import type { OfficePackage } from './office-package.ts';
import { attribute, isOn } from './xml.ts';

/** What a style says of its paragraphs and words. */
export interface Style {
  /** Level of a heading, from 1. */
  level: number | undefined;
  isHidden: boolean;
}

interface GivenStyle {
  based: string | undefined;
  level: number | undefined;
  isHidden: boolean | undefined;
}

/** Styles that one is based on, one after another; a circle of them has no end. */
const MAX_BASES = 10;

/** The styles of a Word document by their ids. */
export function stylesOf(file: OfficePackage, part: string | undefined): ReadonlyMap<string, Style> {
  const given = new Map<string, GivenStyle>();
  let style: GivenStyle = { based: undefined, level: undefined, isHidden: undefined };
  if (part) {
    file.parse(part, {
      open(name, attributes) {
        if (name === 'style') {
          style = { based: undefined, level: undefined, isHidden: undefined };
          given.set(attribute(attributes, 'styleId') ?? '', style);
        } else if (name === 'basedOn') style.based = attribute(attributes, 'val');
        else if (name === 'name') style.level ??= levelOfName(attribute(attributes, 'val') ?? '');
        else if (name === 'outlineLvl') style.level = outlineLevel(attribute(attributes, 'val'));
        else if (name === 'vanish') style.isHidden = isOn(attributes);
      },
      close: () => undefined,
      text: () => undefined,
    });
  }
  return new Map(Array.from(given.keys(), (id) => [id, resolved(given, id)]));
}

/** The level of a heading by its outline level, which begins at 0; undefined for that of body text. */
export function outlineLevel(value: string | undefined): number | undefined {
  const level = Number(value ?? Number.NaN);
  return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : undefined;
}

/** Word names its own styles in English, whatever its language. */
function levelOfName(name: string): number | undefined {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

function resolved(given: ReadonlyMap<string, GivenStyle>, id: string): Style {
  let level: number | undefined;
  let isHidden: boolean | undefined;
  let style = given.get(id);
  for (let bases = 0; style && bases < MAX_BASES; bases += 1) {
    level ??= style.level;
    isHidden ??= style.isHidden;
    style = style.based === undefined ? undefined : given.get(style.based);
  }
  return { level, isHidden: isHidden ?? false };
}
