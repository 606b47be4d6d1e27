import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Caller } from '../sessions/index.ts';
import type { StaffRole } from '../users/index.ts';

const allowedRoles = Symbol('staff roles');

const notStaff = { code: 'staff-not-allowed', message: 'Only staff can do this' };
const otherRole = { code: 'staff-not-allowed', message: 'Your staff role does not allow this' };
const factorFirst = {
  code: 'staff-second-factor-first',
  message: 'Staff access needs a second factor. Add one in Settings.',
};

/**
 * Admits only staff with one of the required roles and a second factor, because these routes expose money and personal
 * data.
 */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean {
    const { caller } = execution.switchToHttp().getRequest<{ caller?: Caller }>();
    const targets = [execution.getHandler(), execution.getClass()];
    const roles = this.reflector.getAllAndOverride<readonly StaffRole[]>(allowedRoles, targets);
    if (!caller || caller.staffRoles.length === 0) throw new ForbiddenException(notStaff);
    if (roles.length > 0 && !caller.staffRoles.some((role) => roles.includes(role)))
      throw new ForbiddenException(otherRole);
    if (!caller.actsAsStaff) throw new ForbiddenException(factorFirst);
    return true;
  }
}

/** Limits a route or controller to staff with one of these roles, or to all staff if no role is given. */
export const StaffOnly = (...roles: readonly StaffRole[]) =>
  applyDecorators(SetMetadata(allowedRoles, roles), UseGuards(StaffGuard));
