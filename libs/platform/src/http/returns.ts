import { HttpCode, type StreamableFile } from '@nestjs/common';
import type { z } from 'zod';

/** What a route returns when it succeeds: JSON of a schema, a file with such JSON, text of a media type, or nothing. */
export type DeclaredResponse = { readonly schema?: z.ZodType; readonly file?: true; readonly text?: string };

type ForHandler<Result> = <Handler extends (...parts: never[]) => Result | Promise<Result>>(
  controller: object,
  name: string | symbol,
  route: TypedPropertyDescriptor<Handler>,
) => void;

const declaredResponseKey = Symbol('returned');

const declare =
  <Result>(what: DeclaredResponse): ForHandler<Result> =>
  (_controller, _name, { value }) => {
    if (value) Reflect.defineMetadata(declaredResponseKey, what, value);
  };

/** The route returns JSON of this schema. The compiler checks the handler against it, the HTTP tests every response. */
export const Returns = <Schema extends z.ZodType>(schema: Schema): ForHandler<z.output<Schema>> => declare({ schema });

/** The route streams a file with JSON of this schema. */
export const ReturnsFile = (schema: z.ZodType): ForHandler<StreamableFile> => declare({ schema, file: true });

/**
 * The route returns text of this media type, or streams it. `schema` describes the JSON that a request can ask for
 * instead.
 */
export const ReturnsText = (text: string, schema?: z.ZodType): ForHandler<string | StreamableFile> =>
  declare({ text, ...(schema && { schema }) });

/** The route responds with 204 and no body. */
export const ReturnsNothing =
  (): ForHandler<void> =>
  (controller, name, route): void => {
    HttpCode(204)(controller, name, route);
    declare<void>({})(controller, name, route);
  };

/** What a route handler was declared to return; undefined if it was not. */
export const returnedBy = (handler: object): DeclaredResponse | undefined =>
  Reflect.getMetadata(declaredResponseKey, handler);
