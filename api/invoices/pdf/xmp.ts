/** A property that a schema of the file's metadata adds to those that PDF/A knows. */
interface Property {
  name: string;
  type: 'Text' | 'Integer';
  /** `external`: its value is the user's, not made by the program. */
  category: 'internal' | 'external';
  description: string;
  value: string;
}

/** Properties of the file under a namespace of their own. */
export interface ExtensionSchema {
  name: string;
  namespace: string;
  prefix: string;
  properties: readonly Property[];
}

/** The claim that the file can be read by screen readers (ISO 14289-1). */
export const PDF_UA: ExtensionSchema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [{ name: 'part', type: 'Integer', category: 'internal', description: 'Part of ISO 14289', value: '1' }],
};

/** XMP of schemas with their description, which PDF/A asks for; no text of others is in it. */
export function xmpOf(schemas: readonly ExtensionSchema[]): string {
  if (schemas.length === 0) return '';
  const values = schemas.map(
    ({ prefix, namespace, properties }) =>
      `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${properties
        .map(({ name, value }) => `<${prefix}:${name}>${value}</${prefix}:${name}>`)
        .join('')}</rdf:Description>`,
  );
  return `${values.join('')}<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>${schemas
    .map(describe)
    .join('')}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`;
}

function describe({ name, namespace, prefix, properties }: ExtensionSchema): string {
  return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties
    .map(
      (property) =>
        `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property.name}</pdfaProperty:name><pdfaProperty:valueType>${property.type}</pdfaProperty:valueType><pdfaProperty:category>${property.category}</pdfaProperty:category><pdfaProperty:description>${property.description}</pdfaProperty:description></rdf:li>`,
    )
    .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;
}
