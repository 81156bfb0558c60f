import { capitalized } from './routes.ts';
import { type JsonSchema, type NamedSchemas, reference } from './schemas.ts';
import type { OpenApiDocument } from './types.ts';

/** The operations of a path, by method. */
type Methods = OpenApiDocument['paths'][string];

/** Names of bodies that are no JSON, by media type. */
const NAMES_OF_FILES: Record<string, string> = {
  'text/event-stream': 'EventStream',
  'text/calendar': 'CalendarFile',
  'text/csv': 'CsvFile',
  'text/plain': 'PlainText',
  'text/markdown': 'MarkdownFile',
  'text/html': 'HtmlFile',
  'application/pdf': 'PdfFile',
  'application/xml': 'XmlFile',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'WordFile',
};
const FURTHER_ANSWERS: Record<string, string> = { '202': 'Accepted', '4XX': 'Error', '5XX': 'Error' };

/**
 * The operations of a path with names for the bodies of answers that have none yet, after the operation: generators invent names
 * for the others, which change when an operation is added. Extends `named`.
 */
export function withNamedAnswers(methods: Methods, named: NamedSchemas): Methods {
  return mapValues(methods, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (response, status) =>
      response.content === undefined
        ? response
        : {
            ...response,
            content: mapValues(response.content, ({ schema, ...rest }, mediaType) => ({
              schema: namedBody(schema, namesOf(operation.operationId, status, mediaType, schema), named),
              ...rest,
            })),
          },
    ),
  }));
}

/** Names the body of an event after it. Extends `named`. */
export function namedEvent(schema: JsonSchema, operationId: string, named: NamedSchemas): JsonSchema {
  return namedBody(schema, [`${operationId.replace(/^on/, '')}Event`], named);
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

/** Names that a body may have, best first: the second where another body of the operation has the first. */
function namesOf(operationId: string, status: string, mediaType: string, schema: JsonSchema): string[] {
  const ofFile = NAMES_OF_FILES[mediaType];
  if (ofFile !== undefined) return [ofFile];
  // A file in JSON has no fixed schema.
  if (Object.keys(schema).join() === 'type') return ['JsonFile'];
  const name = capitalized(operationId);
  return [`${name}Answer`, `${name}${FURTHER_ANSWERS[status] ?? status}Answer`];
}

function namedBody(schema: JsonSchema, names: readonly string[], named: NamedSchemas): JsonSchema {
  if (schema['$ref'] !== undefined) return schema;
  const { title: _title, description: _description, ...rest } = schema;
  const title = names.find((name) => !named[name] || JSON.stringify(named[name]) === JSON.stringify(rest));
  if (title === undefined) throw new Error(`${names.join(' and ')} are taken.`);
  return reference({ ...schema, title }, named);
}
