import type { DynamicModule, ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Facts, Projection, Recorded, Summary, Upcasts } from '#kernel';
import type { SealedColumn } from '#platform/sealing';
import type { UploadPurpose } from '#platform/uploads';

/** An aggregate without its type parameters. */
export type AnyAggregate = {
  readonly stream: string;
  readonly initial: unknown;
  readonly evolve: object;
  readonly upcasts?: Upcasts;
  readonly personalData?: object;
  readonly summary?: (state: never) => Summary;
};
/** A projection without its type parameters, and the MikroORM entity of its rows. */
export type ReadModelParts = readonly [
  projection: Pick<Projection<Facts, object>, 'table' | 'version'> & {
    readonly insert: object;
    readonly update?: object;
  },
  rows: { readonly meta: unknown },
];

/**
 * Who is notified of an event over the socket: people by id, with `professionals` everyone who can unlock leads, and
 * with `everyone` all who are signed in. The message names the stream of the event, or `id` if its audience should not
 * know that.
 */
export type Audience = {
  readonly people: readonly string[];
  readonly professionals?: boolean;
  readonly everyone?: boolean;
  readonly id?: string;
};
/** A socket message besides `changed`, to the same audience. */
export type SocketMessage = { readonly name: string; readonly body: object };
/** Who is notified of the events of one aggregate, and which topic their screens refetch. */
export type Subscription<Queries> = {
  readonly aggregate: AnyAggregate;
  readonly topic: string;
  readonly audience: (event: Recorded, queries: Queries) => Audience | Promise<Audience>;
  readonly message?: (event: Recorded, queries: Queries) => SocketMessage | undefined;
};

/** The person whose data is exported, and the session of the request. */
export type ExportSubject = { readonly userId: string; readonly role: string; readonly sessionId: string };
/** What a module holds of a person. */
export type PersonalDataParts<Queries> = {
  /** The module's parts of the person's data export, by name. */
  readonly export: Readonly<Record<string, (subject: ExportSubject, queries: Queries) => Promise<unknown>>>;
  /** What else the module does when a person is erased; their personal fields and read table rows need nothing. */
  readonly erasure?: ErasureParts<Queries>;
};
/** The identity module retries `command`, which must be idempotent, until `remaining` is empty. */
export type ErasureParts<Queries> = {
  readonly command: (personId: string) => Command<unknown>;
  /** The read tables that `command` and `remaining` query. Both wait until these have caught up with the log. */
  readonly readTables: readonly string[];
  /** The ids of the streams that the command still has to change. */
  readonly remaining: (personId: string, queries: Queries) => Promise<readonly string[]>;
};

/** What a module adds to a person's own account. */
export type AccountParts<Queries> = {
  /** Fields of `GET /api/v1/me`. */
  readonly facts?: (userId: string, queries: Queries) => Promise<object>;
  /** Refuses to close the account as long as others rely on this person. */
  readonly requireClosable?: (userId: string, queries: Queries) => Promise<void>;
  /**
   * Refuses to make a client a professional, or the reverse, as long as this person has something that needs their
   * role.
   */
  readonly requireRoleChangeable?: (userId: string, queries: Queries) => Promise<void>;
};

/** Fields of `GET /api/v1/dashboard`, and their schema from the contract. */
type DashboardPart<Queries> = {
  readonly schema: z.ZodObject;
  readonly read: (userId: string, queries: Queries) => Promise<object>;
};
/** What a module adds to the dashboard of clients and to that of professionals. */
export type DashboardParts<Queries> = Readonly<Partial<Record<'client' | 'professional', DashboardPart<Queries>>>>;

/**
 * Who may call each route: rows of the authorization matrix (`route | id | status for each actor, or one for all`; the
 * actors are those of the header in the authorization tests), the fields that a response may have, and a valid body for
 * each route that takes one, where it does not depend on other data.
 */
export type RouteAccess = {
  readonly matrix: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly bodies?: Readonly<Record<string, object>>;
  /** For a route with `{id}`: the route whose response has the `id` of a new resource of that kind. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The roles of the staff who may call a route; without an entry, it does not depend on the role. */
  readonly staffRoles?: Readonly<Record<string, readonly string[]>>;
};

/** The parts of a module that each of its submodules may declare for itself. */
export type SubmoduleParts = {
  readonly aggregates?: readonly AnyAggregate[];
  readonly projections?: readonly ReadModelParts[];
  /** The namespaces of the command files: `import * as commands from …`. */
  readonly commands?: readonly object[];
  readonly controllers?: readonly Type[];
  /** Command handlers are not listed here; they come from `commands`. */
  readonly providers?: readonly Provider[];
  /** Providers that other modules may inject besides `queries`. */
  readonly exports?: readonly Type[];
  /** Every reaction that is a property of one of these classes is registered. */
  readonly reactions?: readonly Type<object>[];
  /** The columns that are sealed with a secret of the product, so that the secret can be replaced. */
  readonly sealedColumns?: readonly SealedColumn[];
};

type SecretPath = `/${string}/`;

/** What a module consists of. */
export type ModuleParts<Queries> = SubmoduleParts & {
  readonly name: string;
  /** The submodules. Their parts follow those of the module, in this order. */
  readonly submodules?: readonly SubmoduleParts[];
  readonly imports?: readonly (ModuleDefinition | NonNullable<ModuleMetadata['imports']>[number])[];
  /** The class through which other modules query this one; exported. */
  readonly queries: Type<Queries>;
  /** The namespace of `contract.ts`. Its object schemas have their names in the OpenAPI document. */
  readonly contract?: Readonly<Record<string, unknown>>;
  readonly subscribers?: readonly Subscription<Queries>[];
  /** The purposes of uploads to this module; each class is a provider of the module. */
  readonly uploads?: readonly Type<UploadPurpose>[];
  readonly personalData?: PersonalDataParts<Queries>;
  readonly account?: AccountParts<Queries>;
  readonly dashboard?: DashboardParts<Queries>;
  readonly access: RouteAccess;
  /**
   * Prefixes of paths, such as `/shared-galleries/`, whose rest is a secret or names what only some people may see.
   * Responses under them tell browsers not to send the address to other sites, and search engines not to list it.
   */
  readonly secretPaths?: readonly SecretPath[];
  /** The title of each event in the audit trail. */
  readonly auditTitles: Readonly<Record<string, string>>;
};

/** The paths of nested fields in the notation of {@link RouteAccess}: `within('client', 'id displayName')`. */
export const within = (name: string, fields: string): string =>
  fields
    .split(' ')
    .map((field) => `${name}.${field}`)
    .join(' ');

/** The fields of a page of items. */
export const listOf = (fields: string): string => `${within('items[]', fields)} nextCursor`;

/** A module as the processes and the generated documents read it. The parts take the instance of its queries class. */
export type ModuleDefinition = Required<SubmoduleParts> & {
  readonly name: string;
  readonly imports: readonly ModuleDefinition[];
  readonly queries: Type<unknown>;
  readonly contract?: Readonly<Record<string, unknown>>;
  readonly subscribers: readonly Subscription<unknown>[];
  readonly personalData?: PersonalDataParts<unknown>;
  readonly account?: AccountParts<unknown>;
  readonly dashboard?: DashboardParts<unknown>;
  readonly access: RouteAccess;
  readonly secretPaths?: readonly SecretPath[];
  readonly auditTitles: Readonly<Record<string, string>>;
  /** The Nest module; the same object every time, so that Nest creates it once. */
  readonly nest: DynamicModule;
};
