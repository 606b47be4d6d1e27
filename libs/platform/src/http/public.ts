import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const publicRoute = Symbol('public');

/** Anyone may call this route or controller; all others need a session. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(publicRoute, true);
