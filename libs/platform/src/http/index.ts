export { type HookedServer, overrideContentType } from './content-type.hook.ts';
export { tokenColor } from './design-tokens.ts';
export { anonymous, originOfRequest, type RequestHead } from './origin.ts';
export { pageFrame } from './plain-page.style.ts';
export { plainPage, plainPageHeaders, type Reply } from './plain-page.ts';
export { PlainPagesModule } from './plain-pages.module.ts';
export { Public, publicRoute } from './public.ts';
export { type DeclaredResponse, Returns, ReturnsFile, ReturnsNothing, ReturnsText, returnedBy } from './returns.ts';
export { Site } from './site.ts';
