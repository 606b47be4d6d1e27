/** A statement, or a part of one, with the values of its parameters. */
export class Sql {
  constructor(
    private readonly texts: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** The statement with `$1`, `$2` … in the places of its values. */
  get text(): string {
    let [text = ''] = this.texts;
    for (let number = 1; number < this.texts.length; number += 1) text += `$${number}${this.texts[number]}`;
    return text;
  }

  /** The parts one after another, with this text between them. */
  static join(parts: readonly Sql[], separator: string): Sql {
    const [texts, values]: [string[], unknown[]] = [[''], []];
    for (const [at, part] of parts.entries()) {
      if (at > 0) append(texts, [separator]);
      append(texts, part.texts);
      values.push(...part.values);
    }
    return new Sql(texts, values);
  }

  /** A statement that consists of these texts with values and parts of statements between them. */
  static of(texts: readonly string[], inserted: readonly unknown[]): Sql {
    const [all, values]: [string[], unknown[]] = [[texts[0] ?? ''], []];
    for (const [at, value] of inserted.entries()) {
      if (value instanceof Sql) {
        append(all, value.texts);
        values.push(...value.values);
        append(all, [texts[at + 1] ?? '']);
      } else {
        values.push(value);
        all.push(texts[at + 1] ?? '');
      }
    }
    return new Sql(all, values);
  }
}

/** Continues the last of the texts with the first of the others. */
const append = (texts: string[], [first = '', ...others]: readonly string[]): void => {
  texts[texts.length - 1] += first;
  texts.push(...others);
};

/** A part of a statement that is not a parameter. It must never contain text from a request. */
export const rawSql = (text: string): Sql => new Sql([text], []);

/**
 * A value that Postgres does not consider when it plans a statement. Without it, Postgres takes some plans for given
 * values to be so much cheaper that it plans a prepared statement again each time it runs, which can take longer than
 * running it. For ranges, it assumes that a third of the rows match; for arrays, ten elements.
 */
export const unplanned = (value: unknown, type: 'date' | 'timestamptz' | 'text[]'): Sql =>
  sql`(select ${value}::${rawSql(type)})::${rawSql(type)}`;

/** A limit in the text of a statement, not a parameter, because Postgres chooses the query plan by it. */
export const limitTo = (rows: number): Sql => rawSql(`limit ${Number(rows)}`);

/** A statement, as in sql`select 1 where id = ${id}`: values become parameters, parts of statements are inserted. */
export const sql = (texts: TemplateStringsArray, ...inserted: readonly unknown[]): Sql => Sql.of(texts, inserted);
