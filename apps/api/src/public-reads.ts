import { Injectable } from '@nestjs/common';
import { RepliesQueries, ReviewsQueries } from '#bookings';
import { reviewPaging } from '#bookings/contract';
import { CatalogQueries, CatalogSearch } from '#catalog';
import { availabilityPeriod, creatorFilter, creatorId } from '#catalog/contract';
import { GalleriesQueries } from '#galleries';
import { Refusal } from '#kernel';
import { Context } from '#platform/context';
import { anonymous, originOfRequest } from '#platform/http';

type Query = Readonly<Record<string, unknown>>;

/** What `GET /api/v1{path}` returns to a signed-out visitor, for the pages that are rendered on the server. */
@Injectable()
export class PublicReads {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly search: CatalogSearch,
    private readonly galleries: GalleriesQueries,
    private readonly replies: RepliesQueries,
    private readonly reviews: ReviewsQueries,
    private readonly context: Context,
  ) {}

  /** Resolves to undefined if the route would return 404. Empty query values are ignored. */
  async read(path: string, query: Query): Promise<unknown> {
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));
    const [root, id, part = ''] = path.split('/').slice(1);
    if (root !== 'creators') throw new Error(`Public pages do not read ${path}`);
    return this.context.run(originOfRequest({ headers: {} }, anonymous), () =>
      id === undefined ? this.search.find(creatorFilter.parse(given)) : this.#ofCreator(id, part, given),
    );
  }

  async #ofCreator(text: string, part: string, query: Query): Promise<unknown> {
    const { success, data: id } = creatorId.safeParse(text);
    if (!success) return undefined;
    try {
      if (part === 'availability') return await this.catalog.days(id, availabilityPeriod.parse(query));
      if (part === 'reply-time') return await this.replies.replyTime(id);
      if (part === 'reviews') return await this.reviews.ofCreator(id, reviewPaging.parse(query));
      if (part === 'delivery') return { deliveryDays: (await this.galleries.settingsOf(id)).deliveryDays };
      return await this.catalog.publicProfile(id);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'creator-not-found') return undefined;
      throw error;
    }
  }
}
