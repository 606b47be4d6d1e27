export { ignoreContentTypes } from './content-type.hook.ts';
export { AuthErrorsFilter } from './gotrue.filter.ts';
export { gotrueControllers, gotrueProviders } from './gotrue.providers.ts';
