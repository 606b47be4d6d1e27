export { ignoreContentTypes } from './content-type.hook.ts';
export { AuthErrorsFilter } from './gotrue.filter.ts';
export { gotrueParts } from './gotrue.parts.ts';
