import { z } from 'zod';

/** JSON Schema 2020-12 of an input, including defaults. */
export function inputSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', override: keepDefault });
}

/** zod omits the default of a transformed field, but readers of the schema need it. */
export function keepDefault({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue as z.core.JSONSchema.JSONSchema;
}
