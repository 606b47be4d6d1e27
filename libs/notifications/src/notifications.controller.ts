import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public, Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import {
  type NotificationFilter,
  type NotificationPreferences,
  type NotificationPreferencesChange,
  type NotificationsPage,
  notificationFilter,
  notificationPreferences,
  notificationPreferencesChange,
  notificationsPage,
  notificationsReadRequest,
  type ReadNotifications as ReadRequest,
  type Unsubscribed,
  unsubscribed,
} from './contract.ts';
import { ChangeNotificationPreferences, ReadNotifications, Unsubscribe } from './notifications.commands.ts';
import { NotificationsQueries } from './notifications.queries.ts';

const unsubscribeLimit = { name: 'api.unsubscribe', times: 30, seconds: 60 };

@Controller('api/v1/notifications')
export class NotificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly notifications: NotificationsQueries,
  ) {}

  @Get()
  @Returns(notificationsPage)
  mine(@Query({ schema: notificationFilter }) filter: NotificationFilter): Promise<NotificationsPage> {
    return this.notifications.mine(filter);
  }

  @Post('read')
  @ReturnsNothing()
  read(@Body({ schema: notificationsReadRequest }) { upTo }: ReadRequest): Promise<void> {
    return this.commands.execute(new ReadNotifications(upTo));
  }
}

@Controller('api/v1/me/notification-preferences')
export class NotificationPreferencesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly notifications: NotificationsQueries,
  ) {}

  @Get()
  @Returns(notificationPreferences)
  mine(): Promise<NotificationPreferences> {
    return this.notifications.preferences();
  }

  @Put()
  @ReturnsNothing()
  change(@Body({ schema: notificationPreferencesChange }) { items }: NotificationPreferencesChange): Promise<void> {
    return this.commands.execute(new ChangeNotificationPreferences(items));
  }
}

/** For the page that a link in an email opens. The token is the credential. */
@Public()
@Controller('api/v1/unsubscribe')
export class UnsubscribeController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':token')
  @Costly(unsubscribeLimit)
  @HttpCode(200)
  @Returns(unsubscribed)
  async unsubscribe(@Param('token') token: string): Promise<Unsubscribed> {
    return { group: await this.commands.execute(new Unsubscribe(token)) };
  }
}

/**
 * For mail programs. RFC 8058 uses one address for both: mail programs that support it POST there, and all others open
 * the page there in a browser.
 */
@Public()
@Controller('unsubscribe')
export class OneClickUnsubscribeController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':token')
  @Costly(unsubscribeLimit)
  @ReturnsNothing()
  async unsubscribe(@Param('token') token: string): Promise<void> {
    await this.commands.execute(new Unsubscribe(token));
  }
}
