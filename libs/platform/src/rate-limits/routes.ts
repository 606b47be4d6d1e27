import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import type { Limit } from './limits.ts';

export const limitOfRoute = Symbol('limit of route');
export const uncountedRoute = Symbol('uncounted');

/** This route costs more than an answer: besides all else, each who asks may call it so often. Counted over all processes. */
export const Costly = (limit: Limit): CustomDecorator<symbol> => SetMetadata(limitOfRoute, limit);

/** This route may be called as often as its caller must. */
export const Uncounted = (): CustomDecorator<symbol> => SetMetadata(uncountedRoute, true);
