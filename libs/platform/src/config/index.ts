export { checkout } from './checkout.ts';
export { Config, readConfig, WrongSettings } from './config.ts';
export { isLoopback, type OpenIdProvider } from './openid-providers.ts';
