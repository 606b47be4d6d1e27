import { Injectable } from '@nestjs/common';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { networkPrefixOf } from '#platform/rate-limits';
import { Clock } from '../clock/index.ts';
import { type Account, user } from '../users/index.ts';
import { deviceNamed } from './device.ts';
import { Devices } from './devices.store.ts';

/** Records sign-ins from a device or network that the user never used before; a reaction mails them a warning. */
@Injectable()
export class NewDevices {
  constructor(
    private readonly devices: Devices,
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly clock: Clock,
  ) {}

  async record({ userId, role }: Account, sessionId: string, from: { userAgent: string | null; ip: string | null }) {
    const device = deviceNamed(from.userAgent);
    const network = networkPrefixOf(from.ip);
    if (!(await this.devices.isNew(userId, { device, network }, this.clock.now()))) return;
    const by = { id: userId, kind: 'user', role } as const;
    await this.context.run({ ...this.context.origin, by }, () =>
      this.store.handle(user, `user-${userId}`, 'recordNewDevice', { sessionId, device, ip: from.ip }),
    );
  }
}
