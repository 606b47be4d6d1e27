type Table = { readonly name: string; readonly schema?: string | undefined };

/**
 * An index of a text column in which `like` finds any part of three or more letters. Texts that people search are
 * stored as `searchable` of the kernel returns them, because an index on a function of another column needs an
 * immutable function.
 */
export const trigramIndex = <Property extends string>(property: Property) => ({
  name: `${property}_trigrams`,
  expression: (columns: Record<Property, string>, { name, schema }: Table): string =>
    `create index "${name}_${columns[property]}_trigrams" on "${schema}"."${name}" using gin ("${columns[property]}" gin_trgm_ops)`,
});

/** The pattern of `like` for texts that contain this one. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
