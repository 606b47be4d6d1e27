import { eventually } from '#platform/testing';
import { type Actor, actors } from './authorization.matrix.ts';
import type { World } from './authorization-world.suite.ts';
import { Page } from './realtime.suite.ts';
import { onboarding } from './samples.suite.ts';

type Happening = (world: World) => Promise<unknown>;

/** How what the matrix tells of comes about; each answers the id that pages would hear. */
export const happenings: Readonly<Record<string, Happening>> = {
  'the owner books the creator': ({ story, people }) => story.book(people.owner, people.creator),
  'the other client books the vendor': ({ story, people }) => story.book(people['other client'], people.vendor),
  'the other client posts a lead': ({ story, people }) => story.postLead(people['other client']),
  'the other creator unlocks a lead of the owner': ({ story, people, leads }) =>
    story.unlock(people['other creator'], leads[0]),
  'the vendor changes their profile': ({ story, people }) =>
    story.site.ask('PUT', '/api/v1/profile', { by: people.vendor, body: { bio: `${onboarding.bio} And more.` } }),
};

/** Everybody's open pages; whoever is refused has none. */
export class Pages {
  private constructor(
    private readonly world: World,
    private readonly pages: ReadonlyMap<Actor, Page>,
  ) {}

  static async open(world: World): Promise<Pages> {
    const pages = new Map<Actor, Page>();
    for (const actor of actors) {
      const token = world.person(actor)?.token;
      const page = await Page.open(world.story.site, token === undefined ? {} : { token }).catch(refused);
      if (page) pages.set(actor, page);
    }
    return new Pages(world, pages);
  }

  get actors(): readonly Actor[] {
    return [...this.pages.keys()];
  }

  /** Whose pages were told anything of what happens meanwhile. */
  async hearing(happening: Happening): Promise<readonly Actor[]> {
    await this.#quiet();
    const before = new Map([...this.pages].map(([actor, page]) => [actor, told(page)]));
    await happening(this.world);
    const after = new Map(await this.#quiet());
    return [...after].filter(([actor, count]) => count > (before.get(actor) ?? 0) + 1).map(([actor]) => actor);
  }

  /** Each changes something of their own and hears of it: what came before it has been told by then. Counts what was. */
  #quiet(): Promise<readonly (readonly [Actor, number])[]> {
    return Promise.all(
      [...this.pages].map(async ([actor, page]) => {
        const person = this.world.person(actor);
        const own = () => page.changed.filter(({ topic }) => topic === 'identity').length;
        const known = own();
        const data = { phone: `+1 555 ${Math.floor(performance.now() * 1_000)}` };
        await this.world.story.site.ask('PUT', '/auth/v1/user', { by: person, body: { data } });
        await eventually(async () => own() > known);
        return [actor, told(page)] as const;
      }),
    );
  }

  close(): void {
    for (const page of this.pages.values()) page.close();
  }
}

const told = ({ changed, history }: Page): number => changed.length + history.length;

const refused = (error: unknown): undefined => {
  if (error instanceof Error && error.message === 'Authentication required') return undefined;
  throw error;
};
