import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { Public, Returns, ReturnsNothing, ReturnsText } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import {
  ChangeAvailability,
  RotateCalendarFeed,
  SubscribeToCalendar,
  UnsubscribeFromCalendar,
} from './availability.commands.ts';
import { AvailabilityQueries } from './availability.queries.ts';
import {
  type AvailabilitySettings,
  availabilitySettings,
  type CalendarFeed,
  type CalendarSubscription,
  calendarFeed,
  calendarSubscription,
  type OwnAvailability,
  ownAvailability,
  type SavedAvailability,
  savedAvailability,
} from './contract.ts';

/** The caller's own availability. Everyone sees the days at `GET /api/v1/creators/{id}/availability`. */
@Controller('api/v1/profile/availability')
export class AvailabilityController {
  constructor(
    private readonly commands: CommandBus,
    private readonly availability: AvailabilityQueries,
    private readonly context: Context,
  ) {}

  @Get()
  @Returns(ownAvailability)
  mine(): Promise<OwnAvailability> {
    return this.availability.mine();
  }

  @Put()
  @Returns(savedAvailability)
  async change(@Body({ schema: availabilitySettings }) settings: AvailabilitySettings): Promise<SavedAvailability> {
    const id = await this.commands.execute(new ChangeAvailability(settings));
    return this.#saved(id);
  }

  /** Creates the feed, or gives it a new address. */
  @Post('feed')
  @HttpCode(200)
  @Returns(calendarFeed)
  async rotateFeed(): Promise<CalendarFeed> {
    return { path: this.availability.feedPath(await this.commands.execute(new RotateCalendarFeed())) };
  }

  @Put('subscription')
  @Costly({ name: 'api.calendar', times: 20, seconds: 3600 })
  @Returns(savedAvailability)
  async subscribe(@Body({ schema: calendarSubscription }) { url }: CalendarSubscription): Promise<SavedAvailability> {
    return this.#saved(await this.commands.execute(new SubscribeToCalendar(url)));
  }

  @Delete('subscription')
  @ReturnsNothing()
  async unsubscribe(): Promise<void> {
    await this.commands.execute(new UnsubscribeFromCalendar());
  }

  #saved(id: string): SavedAvailability {
    return { id, position: String(this.context.wrote) };
  }
}

/** The part of Fastify's response that is used here. */
type Response = { header(name: string, value: string): Response };

/** The bookings of professionals, for calendar programs. The address is the credential. */
@Public()
@Controller('api/v1/calendars')
export class CalendarsController {
  constructor(private readonly availability: AvailabilityQueries) {}

  @Get(':token.ics')
  @ReturnsText('text/calendar')
  async feed(@Param('token') token: string, @Res({ passthrough: true }) response: Response): Promise<string> {
    const text = await this.availability.feed(token);
    response.header('content-type', 'text/calendar; charset=utf-8').header('cache-control', 'private, max-age=900');
    return text;
  }
}
