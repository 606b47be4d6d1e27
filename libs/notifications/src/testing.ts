export { UnsubscribeLinks } from './unsubscribe.links.ts';
