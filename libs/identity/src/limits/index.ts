export { AuthLimits, Limited, LimitReached, WithinLimits } from './auth.limits.ts';
