import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { Limit } from './limits.ts';

export const limitOfRoute = Symbol('limit of route');
export const uncountedRoute = Symbol('uncounted');

/**
 * The limit of a route. With `query`, only requests that have this parameter count; with `acceptedOnly`, only those
 * that are not refused afterwards.
 */
export type RouteLimit = Limit & { readonly query?: string; readonly acceptedOnly?: true };

/** An expensive route: it has this limit per caller, besides the general limits. Counted over all processes. */
export const Costly = (limit: RouteLimit): CustomDecorator<symbol> => SetMetadata(limitOfRoute, limit);

/** This route has no rate limit. */
export const Uncounted = (): CustomDecorator<symbol> => SetMetadata(uncountedRoute, true);
