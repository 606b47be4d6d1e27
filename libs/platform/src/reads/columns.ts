import type { EntityMetadata, EntityProperty } from '@mikro-orm/postgresql';

/** A column of a read table, and the property of its entity. */
export type Column = { readonly name: string; readonly property: string; readonly type: string };

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnsOf = (meta: EntityMetadata): readonly Column[] =>
  meta.props
    .filter(({ persist }) => persist !== false)
    .map((property) => ({
      name: columnOf(meta, property),
      property: property.name,
      type: property.columnTypes[0] ?? 'text',
    }));

export const columnOf = ({ tableName }: EntityMetadata, { name, fieldNames }: EntityProperty): string => {
  const [column] = fieldNames;
  if (!column || fieldNames.length > 1) throw new Error(`${tableName}.${name} is not one column`);
  return column;
};
