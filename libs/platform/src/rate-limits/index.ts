export { type Allowance, type Limit, type LimitCount, Limits, limitHeaders } from './limits.ts';
export { countsOfNetwork, networkOf, networkPrefixOf } from './network.ts';
export { Costly, limitOfRoute, type RouteLimit, Uncounted, uncountedRoute } from './routes.ts';
