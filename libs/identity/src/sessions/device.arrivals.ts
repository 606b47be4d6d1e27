import { Injectable } from '@nestjs/common';
import { Context, EventStore } from '#platform';
import type { Account } from '../accounts/accounts.store.ts';
import { Clock } from '../identity.clock.ts';
import { user } from '../user.ts';
import { deviceNamed } from './device.ts';
import { Devices } from './devices.store.ts';

/** Notices who signs in from a device they were never seen on; a reaction tells them. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly devices: Devices,
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  async note({ userId, role }: Account, sessionId: string, from: { userAgent: string | null; ip: string | null }) {
    const device = deviceNamed(from.userAgent);
    if (!(await this.devices.isNew(userId, device, this.clock.now()))) return;
    const by = { id: userId, kind: 'user', role } as const;
    await this.context.run({ ...this.context.origin, by }, () =>
      this.store.handle(user, `user-${userId}`, 'noteNewDevice', { sessionId, device, ip: from.ip }),
    );
  }
}
