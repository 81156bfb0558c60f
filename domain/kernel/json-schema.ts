import { z } from 'zod';

/** JSON Schema 2020-12 of what may come in, defaults included. */
export function inputSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', override: keepDefault });
}

/** zod leaves out the default of what it also converts, though readers want to know it. */
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
