import { z } from 'zod';

/** JSON Schema 2020-12 of an input, including defaults. */
export function inputSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', override: keepDefault });
}

/**
 * zod omits the default of a transformed field, but readers of the schema need it. An option of a union that no JSON can be,
 * such as a decoded file, is none of theirs.
 */
export function keepDefault({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue as z.core.JSONSchema.JSONSchema;
  if (def.type === 'union' && def.options.some(isNoJson)) {
    const [only, ...others] = (jsonSchema.anyOf ?? []).filter((_, index) => !isNoJson(def.options[index]));
    if (!only || others.length > 0) return;
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, only);
  }
}

function isNoJson(option: z.core.$ZodType | undefined): boolean {
  return (option as z.core.$ZodTypes | undefined)?._zod.def.type === 'custom';
}
