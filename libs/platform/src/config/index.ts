export { Config, readConfig, WrongSettings } from './config.ts';
export { demoAccounts, demoPassword } from './demo-accounts.ts';
export { isLoopback, type OpenIdProvider } from './openid-providers.ts';
export { projectFolder } from './project-folder.ts';
export { type Secrets, secretSettings } from './secrets.ts';
export { withValues } from './setting-files.ts';
