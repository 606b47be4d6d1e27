export { escapeHtml } from './html.contract.ts';
