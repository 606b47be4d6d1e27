export { type Allowance, type Limit, Limits, limitHeaders } from './limits.ts';
export { neighbourhoodOf, networkOf } from './network.ts';
export { Costly, limitOfRoute, Uncounted, uncountedRoute } from './routes.ts';
