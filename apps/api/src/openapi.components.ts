import { z } from 'zod';
import type { ModuleDefinition } from '#platform/module';
import { invalidRequest, refusal } from './refusals.filter.ts';

type JsonSchema = Record<string, unknown>;
type Direction = 'input' | 'output';

/**
 * Schemas as JSON schemas for OpenAPI 3.1. Object schemas that a contract exports become components under their name.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = z.registry<{ id: string }>();

  constructor(modules: readonly Pick<ModuleDefinition, 'contract'>[]) {
    const exportedSchemas = modules.flatMap(({ contract }) => Object.entries(contract ?? {}));
    const schemasById = new Map<string, z.ZodType>();
    for (const [name, schema] of [...exportedSchemas, ...Object.entries({ refusal, invalidRequest })]) {
      if (!(schema instanceof z.ZodObject)) continue;
      const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      if (schemasById.has(id)) throw new Error(`Two contracts export a schema '${name}': rename one of them.`);
      schemasById.set(id, schema);
      this.#names.add(schema, { id });
    }
  }

  /** The schema itself. What it refers to is added to the components. */
  inline(schema: z.ZodType, direction: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...json } = this.#convert(schema, direction);
    const ownName = typeof json.$ref === 'string' ? json.$ref.replace('#/$defs/', '') : undefined;
    for (const [name, definition] of Object.entries($defs))
      if (name !== ownName) this.#add(name, definition as JsonSchema);
    return withComponentReferences(ownName === undefined ? json : ($defs[ownName] as JsonSchema));
  }

  /** A reference to the schema's component if it has one, otherwise the schema itself. */
  reference(schema: z.ZodType, direction: Direction): JsonSchema {
    const id = this.#names.get(schema)?.id;
    if (id === undefined) return this.inline(schema, direction);
    this.#add(id, this.inline(schema, direction));
    return { $ref: `#/components/schemas/${id}` };
  }

  #convert(schema: z.ZodType, io: Direction) {
    return z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      metadata: this.#names,
      // A value that is transformed, or only exists on the server, has no JSON schema of its own.
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // The pattern is left out if there is a format, because they mean the same and the pattern of a date has
        // hundreds of characters.
        if (jsonSchema.format) delete jsonSchema.pattern;
      },
    });
  }

  #add(name: string, schema: JsonSchema): void {
    const newSchema = withComponentReferences(schema);
    const knownSchema = this.schemas[name];
    if (knownSchema && JSON.stringify(knownSchema) !== JSON.stringify(newSchema))
      throw new Error(`The schema ${name} is different in requests and responses: export one schema for each.`);
    this.schemas[name] = newSchema;
  }
}

/** The schema with its references pointing to the document's components. */
const withComponentReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
