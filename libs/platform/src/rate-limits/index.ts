export { type Allowance, type Limit, Limits, limitHeaders } from './limits.ts';
export { networkOf, networkPrefixOf } from './network.ts';
export { Costly, limitOfRoute, type RouteLimit, Uncounted, uncountedRoute } from './routes.ts';
