export { Clock } from './clock/identity.clock.ts';
export { appCode } from './factors/authenticator.suite.ts';
export { base32, codeOf, stepAt } from './factors/totp.codec.ts';
export * as gotrueBodies from './gotrue/gotrue.bodies.ts';
export { codeIn, linkIn } from './mails/mailed.suite.ts';
export { Browser, client as registered, startProvider } from './openid/openid.suite.ts';
