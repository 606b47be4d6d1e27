import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiResponse } from './api.suite.ts';
import { createDocument } from './openapi.ts';

type Content = Readonly<Record<string, object>>;
type Operation = { readonly responses: Readonly<Record<string, { readonly content?: Content }>> };

/** Made once for all specs that share these modules: every API has the same document, which takes long to make. */
let shared: DocumentedResponses | undefined;

/** Compares the responses of an API with its OpenAPI document. */
export class DocumentedResponses {
  static of(api: NestFastifyApplication): DocumentedResponses {
    shared ??= new DocumentedResponses(api);
    return shared;
  }

  readonly #document: OpenAPIObject;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #schemas = new Map<string, ValidateFunction>();
  readonly #patterns: readonly (readonly [template: string, pattern: RegExp])[];

  private constructor(api: NestFastifyApplication) {
    this.#document = createDocument(api);
    this.#patterns = Object.keys(this.#document.paths).map((template) => [template, patternOf(template)]);
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, 'document');
  }

  /** Throws if the document describes this route with schemas, and the response is not one that it describes. */
  check(method: string, path: string, { status, text, body, headers }: ApiResponse): void {
    const [template, operation] = this.#operationOf(method, path) ?? [];
    if (!template || !operation) return;
    const documentedStatus = [String(status), `${String(status).charAt(0)}XX`].find(
      (key) => key in operation.responses,
    );
    const content = operation.responses[documentedStatus ?? '']?.content;
    const problem =
      documentedStatus === undefined
        ? 'does not list this status'
        : problemIn(content, text, headers) ||
          this.#mismatch(template, method, documentedStatus, typeOf(headers, content), body);
    if (problem)
      throw new Error(
        `The OpenAPI document is wrong about ${method} ${path}, which returned ${status} ${text}: ${problem}`,
      );
  }

  #operationOf(method: string, path: string): readonly [string, Operation] | undefined {
    const name = path.replace(/[?#].*$/s, '');
    const templates = this.#patterns.filter(([, pattern]) => pattern.test(name)).map(([template]) => template);
    // A route without parameters is matched before one with parameters.
    const [template] = templates.sort((a, b) => a.split('{').length - b.split('{').length);
    const methods = (template === undefined ? {} : this.#document.paths[template]) as Record<string, Operation>;
    const operation = methods[method.toLowerCase()];
    return template && operation && '4XX' in operation.responses ? [template, operation] : undefined;
  }

  #mismatch(template: string, method: string, status: string, type: string | undefined, body: unknown): string {
    if (type !== json) return '';
    const pointer = [
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      status,
      'content',
      'application/json',
      'schema',
    ];
    const ref = `document#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = this.#schemas.get(ref) ?? this.#ajv.compile({ $ref: ref });
    this.#schemas.set(ref, validate);
    return validate(body) ? '' : this.#ajv.errorsText(validate.errors, { dataVar: 'the response' });
  }
}

const json = 'application/json';

const problemIn = (content: Content | undefined, text: string, headers: Headers): string => {
  if (!content) return text === '' ? '' : 'has no body';
  return typeOf(headers, content) ? '' : `is ${Object.keys(content).join(' or ')}`;
};

/** The documented media type that the response has. */
const typeOf = (headers: Headers, content: Content | undefined): string | undefined =>
  Object.keys(content ?? {}).find((type) => headers.get('content-type')?.startsWith(type));

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);
