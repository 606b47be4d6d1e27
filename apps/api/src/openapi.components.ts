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
    const exported = modules.flatMap(({ contract }) => Object.entries(contract ?? {}));
    const known = new Map<string, z.ZodType>();
    for (const [name, schema] of [...exported, ...Object.entries({ refusal, invalidRequest })]) {
      if (!(schema instanceof z.ZodObject)) continue;
      const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      if (known.has(id)) throw new Error(`Two contracts export a schema '${name}': rename one of them.`);
      known.set(id, schema);
      this.#names.add(schema, { id });
    }
  }

  /** The schema itself. What it refers to is added to the components. */
  inline(schema: z.ZodType, direction: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...json } = this.#convert(schema, direction);
    const own = typeof json.$ref === 'string' ? json.$ref.replace('#/$defs/', '') : undefined;
    for (const [name, definition] of Object.entries($defs)) if (name !== own) this.#add(name, definition as JsonSchema);
    return pointed(own === undefined ? json : ($defs[own] as JsonSchema));
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
        // The format says the same as the pattern, which is hundreds of characters long for dates.
        if (jsonSchema.format) delete jsonSchema.pattern;
      },
    });
  }

  #add(name: string, schema: JsonSchema): void {
    const added = pointed(schema);
    const before = this.schemas[name];
    if (before && JSON.stringify(before) !== JSON.stringify(added))
      throw new Error(`The schema ${name} is different in requests and responses: export one schema for each.`);
    this.schemas[name] = added;
  }
}

/** The schema with its references pointing to the document's components. */
const pointed = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
